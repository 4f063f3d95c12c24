import { WebSocket } from 'ws';

const AT_A_TIME = 16;
/** 100 ms of 16-bit audio at 24 kHz, sent every 100 ms. */
const FRAME_MS = 100;
const FRAME = JSON.stringify({
  type: 'input_audio_buffer.append',
  audio: Buffer.alloc(4_800).toString('base64'),
});
const TICK_MS = 10;

/** Many concurrent conversations that send and receive audio. */
export class Sessions {
  #sessions = [];

  /** Resolves with the seconds until all sessions had started. */
  async open(count, { url, headers }) {
    const startedAt = performance.now();
    let begun = 0;
    const lane = async () => {
      while (begun < count) {
        begun += 1;
        this.#sessions.push(await openSession(url, headers));
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, lane));
    return (performance.now() - startedAt) / 1000;
  }

  /** All sessions send audio for this time and receive audio at the same time. */
  async speak(seconds) {
    await this.#exchange({ type: 'response.create' }, 'response.created');
    const latenciesMs = [];
    const endsAt = performance.now() + seconds * 1000;
    const turns = FRAME_MS / TICK_MS;
    for (let tick = 0; performance.now() < endsAt; tick += 1) {
      const dueAt = endsAt - seconds * 1000 + tick * TICK_MS;
      await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()));
      for (let index = tick % turns; index < this.#sessions.length; index += turns) {
        this.#sessions[index].say(FRAME, latenciesMs);
      }
    }
    await this.#exchange({ type: 'input_audio_buffer.commit' }, 'response.done');
    return {
      latenciesMs,
      framesUp: sum(this.#sessions, ({ said }) => said),
      framesDown: sum(this.#sessions, ({ received }) => received),
    };
  }

  async close() {
    await Promise.all(this.#sessions.map((session) => session.close()));
    this.#sessions = [];
  }

  async #exchange(event, answer) {
    const answered = this.#sessions.map((session) => session.next(answer));
    for (const { socket } of this.#sessions) socket.send(JSON.stringify(event));
    await Promise.all(answered);
  }
}

async function openSession(url, headers) {
  const session = new Session(new WebSocket(url, { headers, perMessageDeflate: false }));
  await session.next('session.created');
  return session;
}

class Session {
  said = 0;
  received = 0;
  #saidAt = [];
  #waiting;

  constructor(socket) {
    this.socket = socket;
    socket.on('message', (data) => this.#receive(data));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', (code) => this.#waiting?.reject(new Error(`closed with ${code}`)));
  }

  /** Audio returns in the order in which it was sent. */
  say(frame, latenciesMs) {
    this.said += 1;
    this.#saidAt.push(performance.now());
    this.latenciesMs = latenciesMs;
    this.socket.send(frame);
  }

  next(type) {
    return new Promise((resolve, reject) => {
      this.#waiting = { type, resolve, reject };
    });
  }

  async close() {
    this.#waiting = undefined;
    const closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.socket.close();
    await closed;
  }

  #receive(data) {
    if (data.includes('"response.output_audio.delta"')) {
      this.received += 1;
      this.latenciesMs.push(performance.now() - this.#saidAt.shift());
    } else if (this.#waiting !== undefined && data.includes(`"${this.#waiting.type}"`)) {
      this.#waiting.resolve();
    }
  }
}

function sum(values, count) {
  return values.reduce((total, value) => total + count(value), 0);
}
