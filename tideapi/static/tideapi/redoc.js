const fonts = { fontFamily: "system-ui, sans-serif", headings: { fontFamily: "system-ui, sans-serif" } };
const sections = JSON.parse(document.getElementById("sections").textContent);
const page = document.getElementById("redoc");
const names = (tags) => tags.map((tag) => tag.name);
fetch(page.dataset.document, { headers: { Accept: "application/json" } })
  .then((answer) => answer.json())
  .then((spec) => {
    // The events reference has its sections here; in the document they would be tags without calls.
    spec["x-tagGroups"] = [
      { name: "Calls", tags: names(spec.tags) },
      { name: "Events", tags: names(sections.tags) },
    ];
    spec.tags.push(...sections.tags);
    for (const [name, examples] of Object.entries(sections.examples)) {
      spec.components.schemas[name].examples = examples;
    }
    Redoc.init(spec, { theme: { typography: fonts } }, page);
  });
