import { createHash } from 'node:crypto';
import { type JsonObject } from '#canonical';
import { type OutboundRequest, type UpstreamResponse } from '#egress';
import { objectIn, present, textIn } from '#providers';
import { beginAsDirected } from '../begin-as-directed.js';
import { type ModelAnswer, jsonBody } from '../model-answer.js';
import { sendJson } from '../send.js';
import { readMemo, type RememberedFilm, writeMemo } from './film-memo.js';
import { Films } from './films.js';
import { readVideoOrder } from './read-video-order.js';
import { reportFilm } from './report-film.js';
import { shrinkImage } from './shrink-image.js';

const BAD_FILE = 'This is no film: the sandbox was asked to deliver a broken file.\n'.repeat(64);
const PIECE_BYTES = 256 * 1024;

const films = new Films();

/** Makes films. Each request about one brings its memo along, so that any process can answer it. */
export const sandboxVideo: ModelAnswer = async (outbound, signal) => {
  const body = JSON.parse(Buffer.from(jsonBody(outbound)).toString('utf8')) as JsonObject;
  const [, id, verb] = /\/videos\/([\w-]+)\/(\w+)$/.exec(outbound.url.pathname) ?? [];
  if (id === undefined) return start(outbound, body, signal);
  const film = readMemo(id, objectIn(body, 'memo'));
  switch (verb) {
    case 'status':
      return answerWith(statusBody(film, body), signal);
    case 'content':
      return sendFilm(await contentOf(film));
    case 'cancel':
      films.cancel(id);
      return answerWith({ id, object: 'video.deleted', deleted: true }, signal);
    default:
      throw new Error(`the sandbox knows no ${verb} of a film`);
  }
};

async function start(
  outbound: OutboundRequest,
  body: JsonObject,
  signal: AbortSignal,
): Promise<UpstreamResponse> {
  const startedAtMs = Date.now();
  const { image, ...size } = readVideoOrder(body);
  const smallImage = image === undefined ? undefined : await shrinkImage(Buffer.from(image), size);
  const memo = writeMemo(body, smallImage, startedAtMs);
  const id = idOf(outbound);
  const film = readMemo(id, memo);
  await beginAsDirected(film.directives, signal);
  const answer = { ...describeFilm(film, body), status: 'queued', progress: 0, memo };
  return sendJson(answer, { fault: film.directives.fault, signal });
}

/** The same order under the same key is the same film. */
function idOf(outbound: OutboundRequest): string {
  const key = outbound.headers['idempotency-key'] ?? jsonBody(outbound);
  return `video_${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
}

function statusBody(film: RememberedFilm, body: JsonObject): JsonObject {
  const report = reportFilm(film, Date.now(), () => films.stateOf(film.id, film.order));
  const { status, progress } = report;
  const error = report.status === 'failed' ? { code: 'sandbox_failure', message: report.message } : undefined;
  return present({ ...describeFilm(film, body), status, progress, error });
}

function describeFilm({ id, order, startedAtMs }: RememberedFilm, body: JsonObject): JsonObject {
  const { width, height, durationSeconds } = order;
  return {
    id,
    object: 'video',
    model: textIn(body, 'model') ?? '',
    created_at: Math.floor(startedAtMs / 1000),
    seconds: String(durationSeconds),
    size: `${width}x${height}`,
  };
}

async function contentOf({ id, order, directives }: RememberedFilm): Promise<Buffer> {
  return directives.film === 'badfile' ? Buffer.from(BAD_FILE) : films.filmOf(id, order);
}

function answerWith(body: JsonObject, signal: AbortSignal): UpstreamResponse {
  return sendJson(body, { fault: undefined, signal });
}

function sendFilm(film: Buffer): UpstreamResponse {
  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    for (let at = 0; at < film.length; at += PIECE_BYTES) yield film.subarray(at, at + PIECE_BYTES);
  }
  return {
    status: 200,
    headers: { 'content-type': 'video/mp4', 'content-length': String(film.length) },
    body: pieces(),
  };
}
