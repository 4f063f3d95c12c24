import { nested } from '../input/field.js';
import { Flag, Line, Name, OneOf, Uuid, Whole } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';
import { Count } from '../input/measures.js';
import { BudgetInput, OwnerLimitsView } from '../tokens/token.dto.js';

const MAX_PER_PERIOD = { min: 1, max: 1_000_000_000 };

/** May be left out, and null takes away what there was. */
const CLEARABLE = { optional: true, nullable: true } as const;

export class OwnerListQuery extends ListQuery {
  @Line({ optional: true, description: 'Only owners whose name contains this.' })
  search?: string;
}

/** What all tokens of one owner may use together. */
export class OwnerLimitsInput {
  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Requests per minute.' })
  rpm?: number | null;

  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Tokens per minute.' })
  tpm?: number | null;

  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Requests at a time.' })
  concurrency?: number | null;

  @Whole(MAX_PER_PERIOD, CLEARABLE)
  requests_per_day?: number | null;

  @nested(() => BudgetInput, CLEARABLE)
  budget?: BudgetInput | null;
}

class OwnerUserView {
  @Uuid()
  id: string;

  @OneOf(['admin', 'member'])
  role: string;

  @Flag()
  disabled: boolean;
}

export class OwnerView {
  @Name({ description: 'As tokens name it: an e-mail address of a user, or any other name.' })
  name: string;

  @nested(() => OwnerUserView, { nullable: true, description: 'Who that is, where it is a user.' })
  user: OwnerUserView | null;

  @Count()
  tokens: number;

  @Count({ description: 'Those that can be used.' })
  active_tokens: number;

  @nested(() => OwnerLimitsView, {
    nullable: true,
    description: 'What all of its tokens may use together; null where nothing limits them.',
  })
  limits: OwnerLimitsView | null;
}
