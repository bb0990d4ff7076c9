"""HTTP and WebSockets: the page, the API, the protocol of editors, and the server itself."""
