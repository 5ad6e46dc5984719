/**
 * The quickstart's buttons: each sends its call to this server and shows the real answer. What an answer
 * says that a later call needs is known to this page alone, and is gone when it is left.
 */
const PAUSE_MS = 300;
const steps = [...document.querySelectorAll(".step")];
const known = {};

/** What later calls need of the answer to each call. */
const REMEMBER = {
  create_player: (answer) => ({ token: answer.token }),
  create_game: (answer) => ({ game: answer.id }),
  list_my_turns: (answer) => nextQuestion(answer),
};

/** What is sent instead of the example, because it has to be new or legal. */
const BODIES = {
  create_player: (body) => ({ ...body, username: `reader-${chance()}` }),
  submit_answer: () => ({ action: known.action }),
};

/** A random number for a name; pages of plain http have no `crypto.randomUUID`. */
function chance() {
  return crypto.getRandomValues(new Uint32Array(1))[0].toString(16);
}

function nextQuestion(page) {
  const open = page.results.find((one) => one.game === known.game && !one.submission);
  return open ? { turn: open.turn, action: open.fallback } : {};
}

async function call(method, path, body) {
  const headers = known.token ? { Authorization: `Bearer ${known.token}` } : {};
  if (body) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, {
    method,
    headers,
    body: body ? JSON.stringify(body) : undefined,
    credentials: "omit",
  });
  return { status: answer.status, ok: answer.ok, body: await answer.json() };
}

async function send(step) {
  const { method, path } = step.dataset;
  const example = JSON.parse(step.dataset.body);
  const body = BODIES[step.id]?.(example) ?? example;
  const answer = await call(method, path.replace(/{(\w+)}/g, (_, name) => known[name]), body);
  show(step, `${method} ${answer.status}`, answer.body);
  if (!answer.ok) return;
  Object.assign(known, REMEMBER[step.id]?.(answer.body));
  enable(steps[steps.indexOf(step) + 1]);
}

/** Answer each question with its fallback until the game is over. */
async function playOn(step) {
  for (let turns = 1; ; ) {
    const game = (await call("GET", `/api/v1/games/${known.game}`)).body;
    if (game.status !== "running") return show(step, `The game is ${game.status}.`, game.result ?? game);
    const { turn, action } = nextQuestion((await call("GET", "/api/v1/me/turns?open=true")).body);
    if (!turn) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      continue;
    }
    const path = `/api/v1/games/${known.game}/turns/${turn}/submission`;
    const answer = await call("PUT", path, { action });
    show(step, `Turn ${turn}: ${answer.status}, ${turns++} sealed`, answer.body);
    if (!answer.ok) return;
  }
}

function show(step, status, body) {
  step.querySelector("[role=status]").textContent = status;
  const shown = step.querySelector(".answer");
  shown.hidden = false;
  shown.querySelector("code").textContent = JSON.stringify(body, null, 2);
}

function enable(step) {
  for (const button of step?.querySelectorAll("button[disabled]") ?? []) button.disabled = false;
}

for (const step of steps) {
  step.querySelector(".send").hidden = false;
  const actions = { "[data-send]": send, "[data-play-on]": playOn };
  for (const [which, act] of Object.entries(actions)) {
    const button = step.querySelector(which);
    if (!button) continue;
    button.disabled = step !== steps[0];
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        await act(step);
      } catch (error) {
        step.querySelector("[role=status]").textContent = `No answer: ${error.message}`;
      } finally {
        button.disabled = false;
      }
    });
  }
}
