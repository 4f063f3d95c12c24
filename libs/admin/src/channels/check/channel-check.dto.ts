import { CAPABILITIES } from '#config';
import { nested } from '../../input/field.js';
import { Flag, Line, OneOf, Typed } from '../../input/fields.js';
import { Count } from '../../input/measures.js';
import { EffectivePriceView } from '../../models/model-view.dto.js';
import { ChannelTestView } from '../channel-view.dto.js';

const MANY = { min: 0, max: 10_000 };
const SENTENCE = { min: 1, max: 4000 };
export const CHECK_OUTCOMES = ['works', 'fails', 'unknown', 'invalid'] as const;

export class FieldProblemView {
  @Line({ description: 'The invalid setting.', example: 'base_url' })
  field: string;

  @Typed(SENTENCE, { description: 'The problem.' })
  message: string;
}

/** A model of an account, before there is a channel for it. */
export class AccountModelView {
  @Line()
  id: string;

  @Line({ nullable: true, description: 'The display name, if known.' })
  label: string | null;

  @OneOf(CAPABILITIES, { list: MANY, description: 'The capabilities.' })
  capabilities: string[];

  @nested(() => EffectivePriceView, { nullable: true, description: 'Null if unknown.' })
  price: EffectivePriceView | null;

  @Count({
    nullable: true,
    description: 'The context window in tokens; null if unknown.',
  })
  context: number | null;

  @Flag({ description: 'Whether it is suggested.' })
  suggested: boolean;
}

export class ChannelCheckView {
  @OneOf(CHECK_OUTCOMES, {
    description:
      'works: the provider accepted the account; fails: see `test` for the reason; unknown: the provider has no cheap request for a test; invalid: no request was sent because of `problems`.',
  })
  outcome: (typeof CHECK_OUTCOMES)[number];

  @nested(() => FieldProblemView, { list: MANY, description: 'All problems of the settings.' })
  problems: FieldProblemView[];

  @nested(() => ChannelTestView, { nullable: true, description: 'The test request and its result.' })
  test: ChannelTestView | null;

  @nested(() => AccountModelView, {
    list: MANY,
    description: 'The models of the account, suggested ones first. Empty if the provider has no list.',
  })
  models: AccountModelView[];

  @Count({ description: 'The total number, if `models` does not contain all.' })
  total_models: number;

  @Line({ nullable: true, description: 'Of the suggested chat models, the one with the lowest known price.' })
  first_model: string | null;
}
