package lambda

// wait enters a caller among those who wait for a process.
func (f *function) wait() chan string {
	told := make(chan string, 1)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.waiting[told] = struct{}{}
	return told
}

func (f *function) stopWaiting(told chan string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.waiting, told)
}

// remove takes a process that has ended out. When it never asked for work, one
// caller is told, so that a start that always fails ends with the callers. Those
// who still wait get another process, since nobody else would start one.
func (f *function) remove(i *instance, asked bool, ended string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.instances, i.id)
	if !asked {
		f.tell(ended)
	}
	if len(f.waiting) == 0 {
		return
	}
	if err := f.growLocked(); err != nil {
		f.tell(err.Error())
	}
}

// tell tells one of those who wait.
func (f *function) tell(ended string) {
	for told := range f.waiting {
		delete(f.waiting, told)
		told <- ended // has room: a caller is told once
		return
	}
}
