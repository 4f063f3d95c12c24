import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.mjs';
import { LONG_ROUNDS, LONG_TEXT, ScriptedModel, asking, buildCommand } from './scripted-model.mjs';
import { buildDirector } from './vendor-faults.mjs';

const TIMEOUT_MS = 60_000;
const KINDS = ['chat', 'responses', 'messages', 'gemini'];
const TOKEN = 'sk-mg-agents-0123456789abcdef';

/** The real model of each kind of service. */
const REAL_MODELS = {
  chat: 'qwen3-coder',
  responses: 'gpt-5.1',
  messages: 'claude-opus-5-5',
  gemini: 'gemini-2.5-pro',
};

const toChannel = {
  chat: ({ url }) => ({ provider: 'openai-compatible', baseUrl: url, formats: ['openai-chat'] }),
  responses: ({ url }) => ({ provider: 'openai', baseUrl: url, formats: ['openai-responses'] }),
  messages: ({ origin }) => ({ provider: 'anthropic', baseUrl: origin }),
  gemini: ({ origin }) => ({ provider: 'gemini', baseUrl: origin }),
};

/** The kind of service that each client uses by default. */
const KIND_OF_PROVIDER = { anthropic: 'messages', openai: 'responses', gemini: 'gemini' };

/** One client over one kind of service, with its own services and home folder. */
export class Lane {
  notes = [];
  #hasSession = false;
  #number = 0;
  #tasks = new Map();

  constructor(client, upstream) {
    this.client = client;
    this.upstream = upstream;
    this.name = `${client.id}-${upstream}`;
    this.kind = upstream === 'own' ? KIND_OF_PROVIDER[client.own.provider] : upstream;
    this.otherKind = KINDS[(KINDS.indexOf(this.kind) + 1) % KINDS.length];
    /** Undefined if the client uses its default. */
    this.model = upstream === 'own' ? undefined : `over-${upstream}-for-${client.id}`;
    this.otherModel = `other-${upstream}-for-${client.id}`;
  }

  async start(startFakeUpstream) {
    const [first, other] = await Promise.all([1, 2].map(() => startFakeUpstream({ strictFields: true })));
    this.services = { first, other };
    const model = new ScriptedModel({ shell: this.client.shell, tasks: this.#tasks });
    for (const [service, kind] of [
      [first, this.kind],
      [other, this.otherKind],
    ]) {
      service.scenario((prompt) => model.answer(prompt));
      service.direct(buildDirector(kind, { longText: LONG_TEXT, note: (what) => this.notes.push(what) }));
    }
  }

  channels() {
    const { first, other } = this.services;
    const base = this.model
      ? {
          ...toChannel[this.kind](first),
          models: [{ id: this.model, upstream: REAL_MODELS[this.kind] }],
        }
      : {
          provider: this.client.own.provider,
          baseUrl: this.client.own.provider === 'openai' ? first.url : first.origin,
          models: this.client.own.models,
        };
    const behind = {
      ...toChannel[this.otherKind](other),
      models: [{ id: this.otherModel, upstream: REAL_MODELS[this.otherKind] }],
    };
    return [
      { name: this.name, apiKey: 'sk-upstream-1', ...base },
      { name: this.otherModel, apiKey: 'sk-upstream-1', ...behind },
    ];
  }

  settle({ origin, folder, modules, signal }) {
    this.origin = origin;
    this.signal = signal;
    this.home = join(folder, this.name, 'home');
    this.folder = join(folder, this.name, 'work');
    this.command = this.client.command(modules);
    mkdirSync(this.home, { recursive: true });
    mkdirSync(this.folder, { recursive: true });
    this.client.setUp({
      home: this.home,
      folder: this.folder,
      origin,
      model: this.model,
      token: TOKEN,
      models: [this.model, this.otherModel].filter((model) => model !== undefined),
    });
  }

  /** A word that is in no other prompt. */
  newWord(what) {
    this.#number += 1;
    return `${what}-${this.name}-${this.#number}`;
  }

  /** Runs the client once. */
  async run(prompt, { goesOn = false, model = this.model } = {}) {
    const { client, folder: cwd, home, origin } = this;
    const args = (goesOn && this.#hasSession ? client.resume : client.start)(prompt, model);
    this.#hasSession = true;
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      TMPDIR: home,
      TERM: 'dumb',
      NO_COLOR: '1',
      CI: '1',
      ...client.environment({ origin, token: TOKEN, model, home }),
    };
    const ran = await runProgram([...this.command, ...args], {
      cwd,
      env,
      timeoutMs: TIMEOUT_MS,
      signal: this.signal,
    });
    this.last = ran;
    return ran;
  }

  /** Lets the model call the shell so many times in a row; returns the reason if it did not. */
  async runTool(options, { rounds = 1, text = '' } = {}) {
    const word = this.newWord('tool');
    const factor = 1_000 + Math.floor(Math.random() * 8_000);
    this.#tasks.set(word, { factor, rounds });
    const ran = await this.run(`${text}${asking.toRun(word)}`, options);
    const file = readIfThere(join(this.folder, `ran-${word}.txt`));
    const sums = Array.from({ length: rounds }, (_, index) => (factor + index) * 1009);
    const expected = sums.map((sum) => `sum=${sum}\n`).join('');
    if (file !== expected) return this.explain(ran, `${buildCommand(word, factor)} was not run: ${file}`);
    return this.expectText(ran, `It said ${sums.at(-1)}.`);
  }

  async say(options, ask = asking.toSay) {
    const word = this.newWord('word');
    const ran = await this.run(`Please. ${ask(word)}`, options);
    return this.expectText(ran, `As you say: ${word}.`);
  }

  runLong(options) {
    return this.runTool(options, { rounds: LONG_ROUNDS, text: `${LONG_TEXT}\n` });
  }

  expectText(ran, text) {
    if (ran.stdout.includes(text)) return undefined;
    return this.explain(ran, `"${text}" was not said`);
  }

  explain({ stdout, stderr, code, isTimedOut }, what) {
    const end = isTimedOut ? 'timed out' : `ended with ${code}`;
    return [what, end, tail(stdout), tail(stderr)].join(' | ');
  }

  /** The requests that the services rejected since the last call. */
  takeRefusals() {
    return Object.values(this.services).flatMap(({ refusals, received }) => {
      received.length = 0;
      return refusals.splice(0).map(({ message }) => message);
    });
  }

  async stop() {
    await Promise.all(Object.values(this.services ?? {}).map((service) => service.close()));
  }
}

export const token = TOKEN;

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function tail(text) {
  return text.trim().slice(-600);
}
