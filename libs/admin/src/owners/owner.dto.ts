import { nested } from '../input/field.js';
import { Flag, Line, Name, OneOf, Uuid } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';
import { Count } from '../input/measures.js';
import { OwnerLimitsView } from '../tokens/token.dto.js';

export class OwnerListQuery extends ListQuery {
  @Line({ optional: true, description: 'Only owners whose name contains this.' })
  search?: string;
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
