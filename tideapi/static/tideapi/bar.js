/** The colour scheme and the player of the table (web/storage.js, web/token.js), on the server's own pages before they are drawn. */
{
  const { dataset } = document.documentElement;
  try {
    dataset.theme = localStorage.getItem("tide-theme") ?? "system";
  } catch {
    // The browser keeps nothing for pages: the device's own theme.
  }
  const [, username = ""] = /(?:^|; )tide_player=\w*\.([\w-]+)/.exec(document.cookie) ?? [];
  dataset.player = username ? "yes" : "no";
  // As names.js says them: "Sandy Otter" for the guest `guest-sandy-otter-x7k2`.
  const [, ...words] = /^guest-([a-z]+)-([a-z]+)-\w+$/.exec(username) ?? [];
  const name = words.map((one) => one.charAt(0).toUpperCase() + one.slice(1)).join(" ") || username;
  addEventListener("DOMContentLoaded", () => {
    if (name) document.querySelector(".bar .name").textContent = name;
  });
}
