import type { Fields } from '../fields.js';
import { wordsOf } from '../scenarios/words.js';
import { logprobOf, speakersOf, wantsLogprobs } from './formats.js';
import type { Heard } from './heard.js';

/** The transcript word by word, then whole. */
export function eventsOf(heard: Heard, fields: Fields): object[] {
  const { text, usage } = heard;
  const withLogprobs = wantsLogprobs(fields);
  const done = {
    type: 'transcript.text.done',
    text,
    ...(withLogprobs && { logprobs: wordsOf(text).map(logprobOf) }),
    usage,
  };
  if (fields.response_format === 'diarized_json') return [...speakerEvents(heard, fields), done];
  const deltas = wordsOf(text).map((delta) => ({
    ...deltaOf(delta),
    ...(withLogprobs && { logprobs: [logprobOf(delta)] }),
  }));
  return [...deltas, done];
}

/** What is said, and after each turn who has said it. */
function speakerEvents(heard: Heard, fields: Fields): object[] {
  return speakersOf(heard, fields).flatMap((segment, index) => {
    const said = index === 0 ? segment.text : ` ${segment.text}`;
    const deltas = wordsOf(said).map((delta) => ({ ...deltaOf(delta), segment_id: segment.id }));
    return [...deltas, segment];
  });
}

function deltaOf(delta: string): object {
  return { type: 'transcript.text.delta', delta };
}
