import { nested } from '../input/field.js';
import { Flag, Line, Moment, OneOf, Typed, Uuid } from '../input/fields.js';
import { Count } from '../input/measures.js';

const MAX_TEXT = { min: 0, max: 4_000_000 };
const MANY = { min: 0, max: 100_000 };
const SPEAKERS = ['system', 'user', 'assistant', 'tool'] as const;

class KeptSideView {
  @Typed(MAX_TEXT, {
    description:
      'JSON in the format of the endpoint, unless it was cut off. Media are named by type and size.',
  })
  body: string;

  @Count({ description: 'What was sent, before anything was taken out.' })
  size_bytes: number;

  @Flag({ description: 'Whether it is more than is kept.' })
  cut_off: boolean;
}

class KeptAnswerView extends KeptSideView {
  @Flag({ description: 'False where the answer broke off, or the client left.' })
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
    description: 'Null where the client got nothing but an error.',
  })
  answer: KeptAnswerView | null;

  @nested(() => ContentMessageView, {
    list: MANY,
    description: 'The words of the request, whatever its format; empty where it was cut off.',
  })
  messages: ContentMessageView[];

  @Typed(MAX_TEXT, { nullable: true, description: 'The words of the answer to a conversation.' })
  answer_text: string | null;
}
