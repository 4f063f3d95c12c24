import type { Fields } from '../fields.js';
import { parseWords } from '../scenarios/words.js';
import { buildLogprob, buildSpeakers, wantsLogprobs } from './formats.js';
import type { Transcribed } from './transcribed.js';

/** The transcript word by word, then complete. */
export function buildEvents(transcribed: Transcribed, fields: Fields): object[] {
  const { text, usage } = transcribed;
  const withLogprobs = wantsLogprobs(fields);
  const done = {
    type: 'transcript.text.done',
    text,
    ...(withLogprobs && { logprobs: parseWords(text).map(buildLogprob) }),
    usage,
  };
  if (fields.response_format === 'diarized_json') return [...speakerEvents(transcribed, fields), done];
  const deltas = parseWords(text).map((delta) => ({
    ...buildDelta(delta),
    ...(withLogprobs && { logprobs: [buildLogprob(delta)] }),
  }));
  return [...deltas, done];
}

/** The text, and after each turn its speaker. */
function speakerEvents(transcribed: Transcribed, fields: Fields): object[] {
  return buildSpeakers(transcribed, fields).flatMap((segment, index) => {
    const said = index === 0 ? segment.text : ` ${segment.text}`;
    const deltas = parseWords(said).map((delta) => ({ ...buildDelta(delta), segment_id: segment.id }));
    return [...deltas, segment];
  });
}

function buildDelta(delta: string): object {
  return { type: 'transcript.text.delta', delta };
}
