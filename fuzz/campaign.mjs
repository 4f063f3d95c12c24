import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../chaos/random.mjs';
import { makeAdminSeeds } from './admin-seeds.mjs';
import { judge } from './judge.mjs';
import { mutate } from './mutate.mjs';
import { Probe } from './probe.mjs';
import { makeSeeds } from './seeds.mjs';
import { close, send } from './send.mjs';
import { EVENTS, holdSession } from './session.mjs';

const MAX_VIOLATIONS = 500;
/** The requests per round. After each round the memory of the idle gateway is measured. */
const ROUNDS = 20;
const REST_MS = 2_000;
/** Rounds until caches, pools and compiled code have their final size. */
const WARM_ROUNDS = 8;
/** The allowed growth after that, of the used heap and of the resident memory. */
const GROWTH_MEGABYTES = { used: 50, resident: 150 };
/** The maximum resident memory. */
const MAX_MEGABYTES = 1_200;
const MAX_SUSPECTS = 200;
/** The number of ended requests that are kept: a response can arrive before the health check that it delayed. */
const MAX_ANSWERED = 200;
const TRIES = 3;

/** Sends the requests of one seed and records the faults of the responses. */
export class Campaign {
  #gateway;
  #seed;
  #concurrency;
  #slowMs;
  #print;
  #seeds;
  #probe;
  #underWay = new Map();
  #answered = [];
  #faults = [];
  #suspects = new Set();
  #slow = [];
  #statuses = new Map();
  #memory = [];
  #highestMegabytes = 0;

  /** A request that delays other requests by more than `slowMs` is a fault. */
  constructor(gateway, { seed, concurrency, slowMs, print }) {
    this.#gateway = gateway;
    this.#seed = seed;
    this.#concurrency = concurrency;
    this.#slowMs = slowMs;
    this.#print = print;
    this.#probe = new Probe(gateway.origin, {
      slowMs,
      onSlow: (askedAt, tookMs) => this.#noteSlow(askedAt, tookMs),
    });
  }

  async prepare() {
    const { upstream, origin } = this.#gateway;
    const sessions = ['sandbox-realtime', 'sandbox-chat', 'chat'].map((model) => ({
      name: `realtime → ${model}`,
      method: 'GET',
      path: `/v1/realtime?model=${model}`,
      events: EVENTS,
    }));
    this.#seeds = [...makeSeeds(`${upstream}/image.png`), ...(await makeAdminSeeds(origin)), ...sessions];
  }

  /** The request with this number, which does not depend on the others. */
  request(index) {
    const random = new Random(Math.imul(this.#seed ^ (index + 1), 2_654_435_761));
    const seed = this.#seeds[Math.floor(random.next() * this.#seeds.length)];
    return mutate(seed, this.#seeds, random);
  }

  async run(count) {
    const startedAt = performance.now();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const from = Math.floor((count * (round - 1)) / ROUNDS);
      const to = Math.floor((count * round) / ROUNDS);
      await this.#sendAll(from, to);
      if (this.#hasEnded) break;
      await this.#rest();
      this.#report(to, startedAt);
    }
    const stalls = await this.#confirmStalls();
    return { results: [...this.#results(count), stalls] };
  }

  /** Sends one request alone and prints all details. */
  async showOne(index) {
    const request = this.request(index);
    const { body, frames, ...head } = request;
    if (frames !== undefined) this.#print(`${frames.join('\n').slice(0, 4_000)}\n`);
    this.#print(
      `${JSON.stringify(head, undefined, 2)}\n${body?.length ?? 0} bytes: ${body?.subarray(0, 4_000).toString()}\n`,
    );
    await this.#probe.nextAnswer();
    this.#probe.reset();
    const answer = await this.#ask(request);
    await this.#probe.nextAnswer();
    this.#print(
      `${JSON.stringify(answer, undefined, 2)}\nhealth check: ${this.#probe.worstMs.toFixed(0)} ms\n`,
    );
    const fault = judge(request, answer);
    return { results: [{ name: 'the answer is right', violations: fault === undefined ? [] : [fault] }] };
  }

  async stop() {
    await this.#probe.stop();
    await close();
  }

  get #hasEnded() {
    return this.#gateway.end !== undefined || this.#faults.length >= MAX_VIOLATIONS;
  }

  async #sendAll(from, to) {
    let next = from;
    const lane = async () => {
      while (next < to && !this.#hasEnded) {
        await this.#sendOne(next++);
        if (!this.#hasEnded)
          this.#highestMegabytes = Math.max(this.#highestMegabytes, this.#gateway.residentMegabytes);
      }
    };
    await Promise.all(Array.from({ length: this.#concurrency }, lane));
  }

  /** A full garbage collection delays health checks, so slow ones are not reported during it. */
  async #rest() {
    await sleep(REST_MS);
    this.#probe.isPaused = true;
    this.#memory.push(await this.#gateway.memoryAtRest());
    await this.#probe.nextAnswer();
    this.#probe.isPaused = false;
  }

  async #sendOne(index) {
    const request = this.request(index);
    const since = Date.now();
    this.#underWay.set(index, { since });
    const answer = await this.#ask(request);
    this.#underWay.delete(index);
    this.#answered.push([index, { since, until: Date.now() }]);
    if (this.#answered.length > MAX_ANSWERED) this.#answered.shift();
    this.#statuses.set(answer.status ?? 'none', (this.#statuses.get(answer.status ?? 'none') ?? 0) + 1);
    const fault = judge(request, answer);
    if (fault !== undefined) this.#faults.push(`${index} ${request.name}: ${fault}`);
  }

  #noteSlow(askedAt, tookMs) {
    this.#slow.push(tookMs);
    for (const [index, { since, until = Infinity }] of [...this.#answered, ...this.#underWay])
      if (since <= askedAt + tookMs && until >= askedAt && this.#suspects.size < MAX_SUSPECTS)
        this.#suspects.add(index);
  }

  #report(sent, startedAt) {
    const { usedMegabytes, residentMegabytes } = this.#memory.at(-1);
    const perSecond = (sent / ((performance.now() - startedAt) / 1_000)).toFixed(0);
    this.#print(
      `${sent} sent, ${perSecond} a second, ${usedMegabytes.toFixed(0)} MB in use and ${residentMegabytes.toFixed(0)} MB resident at rest, slowest health check ${this.#probe.worstMs.toFixed(0)} ms, ${this.#faults.length} faults\n`,
    );
  }

  /** A busy machine also makes health checks slow, so a suspect request is repeated alone. */
  async #confirmStalls() {
    const violations = [];
    let worstMs = 0;
    for (const index of this.#suspects) {
      if (this.#gateway.end !== undefined) break;
      const request = this.request(index);
      const stallMs = await this.#measureStall(request);
      worstMs = Math.max(worstMs, stallMs);
      if (stallMs > this.#slowMs) violations.push(`${index} ${request.name}: ${stallMs.toFixed(0)} ms`);
    }
    const detail = `${this.#slow.length} slow health checks, ${this.#suspects.size} requests tried again alone, the slowest ${worstMs.toFixed(0)} ms`;
    return { name: `no request keeps others waiting for ${this.#slowMs} ms`, violations, detail };
  }

  /** The shortest of a few attempts, because other programs make one slow, but rarely all. */
  async #measureStall(request) {
    let stallMs = Infinity;
    for (let tries = 0; tries < TRIES && stallMs > this.#slowMs; tries += 1) {
      await this.#probe.nextAnswer();
      this.#probe.reset();
      await this.#ask(request);
      await this.#probe.nextAnswer();
      stallMs = Math.min(stallMs, this.#probe.worstMs);
    }
    return stallMs;
  }

  #ask(request) {
    const { origin } = this.#gateway;
    return request.frames === undefined ? send(origin, request) : holdSession(origin, request);
  }

  #results(count) {
    const warm = this.#memory.slice(WARM_ROUNDS);
    const growth = (what) => Math.min(...warm.slice(-2).map((memory) => memory[what])) - warm[0]?.[what];
    const isGrowing =
      growth('usedMegabytes') > GROWTH_MEGABYTES.used ||
      growth('residentMegabytes') > GROWTH_MEGABYTES.resident;
    const isTooHigh = this.#highestMegabytes > MAX_MEGABYTES;
    const statuses = [...this.#statuses].toSorted(([a], [b]) => String(a).localeCompare(String(b)));
    const list = (what) => this.#memory.map((memory) => memory[what].toFixed(0)).join(' ');
    const memory = `in use at rest ${list('usedMegabytes')} MB, resident at rest ${list('residentMegabytes')} MB, at most ${this.#highestMegabytes.toFixed(0)} MB`;
    return [
      {
        name: 'the gateway lives',
        violations: this.#gateway.end === undefined ? [] : [`ended with ${this.#gateway.end}`],
      },
      {
        name: `${count} requests were answered as they should be`,
        violations: this.#faults,
        detail: statuses.map(([status, number]) => `${status}: ${number}`).join(', '),
      },
      {
        name: 'memory stays flat',
        violations: isGrowing || isTooHigh ? [memory] : [],
        detail: memory,
      },
    ];
  }
}
