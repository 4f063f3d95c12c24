import { nested } from '../input/field.js';
import { Flag, Line, Moment, OneOf, Typed, Uuid } from '../input/fields.js';
import { Count } from '../input/measures.js';

const MAX_TEXT = { min: 0, max: 4_000_000 };
const MANY = { min: 0, max: 100_000 };
const SPEAKERS = ['system', 'user', 'assistant', 'tool'] as const;

class KeptSideView {
  @Typed(MAX_TEXT, {
    description:
      'JSON in the format of the endpoint, unless it was truncated. Media is replaced by its type and size.',
  })
  body: string;

  @Count({ description: 'The original size in bytes.' })
  size_bytes: number;

  @Flag({ description: 'Whether it was truncated.' })
  cut_off: boolean;
}

class KeptAnswerView extends KeptSideView {
  @Flag({ description: 'False if the response ended early or the client disconnected.' })
  complete: boolean;
}

class ContentMessageView {
  @OneOf(SPEAKERS)
  role: (typeof SPEAKERS)[number];

  @Typed(MAX_TEXT)
  text: string;
}

export class RequestContentView {
  @Line()
  request_id: string;

  @Uuid()
  token_id: string;

  @Line({ nullable: true })
  token_name: string | null;

  @Line()
  model: string;

  @Line()
  operation: string;

  @Line()
  format: string;

  @Moment()
  recorded_at: string;

  @Moment({ description: 'When it is deleted.' })
  expires_at: string;

  @nested(() => KeptSideView)
  request: KeptSideView;

  @nested(() => KeptAnswerView, {
    nullable: true,
    description: 'Null if the client received only an error.',
  })
  answer: KeptAnswerView | null;

  @nested(() => ContentMessageView, {
    list: MANY,
    description: 'The text of the request, independent of the format; empty if it was truncated.',
  })
  messages: ContentMessageView[];

  @Typed(MAX_TEXT, { nullable: true, description: 'The text of a chat response.' })
  answer_text: string | null;
}
