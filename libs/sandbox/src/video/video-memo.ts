import { type JsonObject } from '#canonical';
import { type Directives, readDirectives } from '../directives.js';
import { present } from '#providers';
import { type VideoSpec } from './render/video-spec.js';
import { readVideoSpec } from './read-video-spec.js';

/** A video as any process can create it, from the memo that the caller stores. */
export interface VideoJob {
  id: string;
  spec: VideoSpec;
  directives: Directives;
  startedAtMs: number;
}

/** The memo is the request with its start time. */
export function writeMemo(body: JsonObject, image: string | undefined, startedAtMs: number): JsonObject {
  const { prompt, size, seconds, fps, seed } = body;
  return present({ prompt, size, seconds, fps, seed, image, started_at_ms: startedAtMs });
}

export function readMemo(id: string, memo: JsonObject): VideoJob {
  const spec = readVideoSpec(memo);
  const { directives, text } = readDirectives(spec.prompt, 'prompt');
  return { id, spec: { ...spec, prompt: text }, directives, startedAtMs: Number(memo.started_at_ms) };
}
