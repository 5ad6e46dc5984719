/**
 * Sounds of a table, made here: paper, a wave, a pop, a gull, three notes. Loaded when the first one is heard (`cue` in
 * `parts/announcements.js`), on devices where sound is chosen.
 */

/** @typedef {"seal" | "flip" | "wave" | "pop" | "gull" | "win"} Sound */

const HIGHEST_TIDE = 12;
const LOUDNESS = 0.3;

const audio = new AudioContext();
const out = new GainNode(audio, {gain: LOUDNESS});
out.connect(audio.destination);

/** A second of noise, of which paper and water are made. */
const noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
noise.getChannelData(0).forEach((_, at, samples) => (samples[at] = Math.random() * 2 - 1));

/**
 * Loudness that rises and falls from a moment on.
 *
 * @param {number} at seconds from now @param {number} rise @param {number} fall @param {number} loud
 */
function envelope(at, rise, fall, loud) {
  const start = audio.currentTime + at;
  const gain = new GainNode(audio, {gain: 0});
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + rise);
  gain.gain.exponentialRampToValueAtTime(0.001, start + rise + fall);
  gain.connect(out);
  return {gain, start, end: start + rise + fall};
}

/** A sound's pitch over its time. @param {AudioParam} pitch @param {number} start @param {number} end @param {number[]} through */
function glide(pitch, start, end, [first = 0, ...rest]) {
  pitch.setValueAtTime(first, start);
  rest.forEach((one, n) => pitch.exponentialRampToValueAtTime(one, start + ((end - start) * (n + 1)) / rest.length));
}

/**
 * Noise through a filter that moves through these pitches.
 *
 * @param {BiquadFilterType} type @param {number[]} pitches @param {[at: number, rise: number, fall: number, loud: number]} shape
 */
function rustle(type, pitches, shape) {
  const {gain, start, end} = envelope(...shape);
  const filter = new BiquadFilterNode(audio, {type, Q: 0.8});
  glide(filter.frequency, start, end, pitches);
  const source = new AudioBufferSourceNode(audio, {buffer: noise, loop: true});
  source.connect(filter).connect(gain);
  source.start(start, Math.random());
  source.stop(end);
}

/** A tone through these pitches. @param {OscillatorType} type @param {number[]} pitches @param {[at: number, rise: number, fall: number, loud: number]} shape */
function tone(type, pitches, shape) {
  const {gain, start, end} = envelope(...shape);
  const source = new OscillatorNode(audio, {type});
  glide(source.frequency, start, end, pitches);
  source.connect(gain);
  source.start(start);
  source.stop(end);
}

/** @type {Record<Sound, (amount: number) => void>} */
const SOUNDS = {
  seal() {
    rustle("bandpass", [2500, 5500], [0, 0.03, 0.09, 0.5]);
    rustle("bandpass", [4500, 2200], [0.13, 0.01, 0.14, 0.6]);
  },
  /** So many cards, one after the other. */
  flip(cards) {
    for (let n = 0; n < cards; n++) {
      rustle("highpass", [1800, 4200], [n * 0.09, 0.004, 0.05, 0.5]);
      tone("triangle", [340 + n * 25, 170], [n * 0.09 + 0.03, 0.002, 0.05, 0.35]);
    }
  },
  /** The deeper, the longer and the darker. */
  wave(tide) {
    const deep = Math.min(tide, HIGHEST_TIDE) / HIGHEST_TIDE;
    rustle("lowpass", [400, 1500 - 700 * deep, 250], [0, 0.35 + 0.3 * deep, 0.7 + 0.9 * deep, 0.9 + 0.7 * deep]);
    rustle("highpass", [3000, 5000, 3500], [0.3, 0.2, 0.6, 0.08]);
  },
  pop() {
    tone("sine", [620, 130], [0, 0.003, 0.12, 0.9]);
    rustle("bandpass", [1500, 900], [0, 0.002, 0.04, 0.5]);
  },
  gull() {
    for (const [n, high] of [1900, 2050, 1750].entries()) {
      const cry = [high * 0.7, high, high * 0.55];
      tone("sawtooth", cry, [n * 0.35, 0.05, 0.24, 0.1]);
      tone("triangle", cry, [n * 0.35, 0.05, 0.24, 0.3]);
    }
  },
  win() {
    [523, 659, 784].forEach((pitch, n) => tone("triangle", [pitch, pitch], [n * 0.17, 0.01, n === 2 ? 0.9 : 0.3, 0.6]));
  },
};

/** @param {Sound} sound @param {number} amount how many cards, or how deep */
export function play(sound, amount) {
  // A browser is silent until something is pressed.
  if (audio.state === "suspended") void audio.resume().catch(() => {});
  SOUNDS[sound](amount);
}
