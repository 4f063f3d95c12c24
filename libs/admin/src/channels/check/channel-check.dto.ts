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
  @Line({ description: 'The setting that is wrong.', example: 'base_url' })
  field: string;

  @Typed(SENTENCE, { description: 'What is wrong with it.' })
  message: string;
}

/** A model of an account, before there is a channel for it. */
export class AccountModelView {
  @Line()
  id: string;

  @Line({ nullable: true, description: 'How its maker calls it, where that is known.' })
  label: string | null;

  @OneOf(CAPABILITIES, { list: MANY, description: 'What it can be called for.' })
  capabilities: string[];

  @nested(() => EffectivePriceView, { nullable: true, description: 'null where nobody knows.' })
  price: EffectivePriceView | null;

  @Count({
    nullable: true,
    description: 'Prompt and answer together, in tokens; null where it is not known.',
  })
  context: number | null;

  @Flag({ description: 'Whether most people would want it.' })
  suggested: boolean;
}

export class ChannelCheckView {
  @OneOf(CHECK_OUTCOMES, {
    description:
      'works: the service took the account; fails: `test` tells why not; unknown: it has no small request that would tell; invalid: nothing was asked, because of `problems`.',
  })
  outcome: (typeof CHECK_OUTCOMES)[number];

  @nested(() => FieldProblemView, { list: MANY, description: 'Everything that is wrong with the settings.' })
  problems: FieldProblemView[];

  @nested(() => ChannelTestView, { nullable: true, description: 'What was asked, and what came of it.' })
  test: ChannelTestView | null;

  @nested(() => AccountModelView, {
    list: MANY,
    description: 'What the account has, the suggested ones first; empty where the service has no such list.',
  })
  models: AccountModelView[];

  @Count({ description: 'How many the account has, where `models` does not have them all.' })
  total_models: number;

  @Line({ nullable: true, description: 'The model that a first message costs least with.' })
  first_model: string | null;
}
