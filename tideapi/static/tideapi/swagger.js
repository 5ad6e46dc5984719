// A page of before kept the typed token under this name, for any script of the server to read.
localStorage.removeItem("authorized");

SwaggerUIBundle({
  url: document.getElementById("swagger-ui").dataset.document,
  dom_id: "#swagger-ui",
  deepLinking: true,
  persistAuthorization: false,
  displayRequestDuration: true,
  validatorUrl: null, // It would send the document to a foreign server.
});
