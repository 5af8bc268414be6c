package api

import "net/http"

// socialOperations registers what members do with one another.
func (s *Server) socialOperations(mux *http.ServeMux) {
	mux.HandleFunc("GET /v1/people", s.user("findFriends", s.findFriends))
	mux.HandleFunc("GET /v1/friends", s.user("listFriends", s.listFriends))
	mux.HandleFunc("DELETE /v1/friends/{person_id}", s.user("removeFriend", s.removeFriend))
	mux.HandleFunc("GET /v1/friend-requests", s.user("listFriendRequests", s.listFriendRequests))
	mux.HandleFunc("POST /v1/friend-requests", s.user("sendFriendRequest", s.sendFriendRequest))
	mux.HandleFunc("POST /v1/friend-requests/{request_id}/accept", s.user("acceptFriendRequest", s.acceptFriendRequest))
	mux.HandleFunc("POST /v1/friend-requests/{request_id}/decline", s.user("declineFriendRequest", s.declineFriendRequest))
	mux.HandleFunc("GET /v1/outings", s.user("listOutings", s.listOutings))
	mux.HandleFunc("POST /v1/outings", s.user("createOuting", s.createOuting))
	mux.HandleFunc("GET /v1/outings/{outing_id}", s.user("getOuting", s.getOuting))
	mux.HandleFunc("PATCH /v1/outings/{outing_id}", s.user("changeOuting", s.changeOuting))
	mux.HandleFunc("DELETE /v1/outings/{outing_id}", s.user("cancelOuting", s.cancelOuting))
	mux.HandleFunc("POST /v1/outings/{outing_id}/invites", s.user("inviteToOuting", s.inviteToOuting))
	mux.HandleFunc("POST /v1/outings/{outing_id}/join", s.user("joinOuting", s.joinOuting))
	mux.HandleFunc("POST /v1/outings/{outing_id}/leave", s.user("leaveOuting", s.leaveOuting))
}
