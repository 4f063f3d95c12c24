import { Moment } from '../input/fields.js';
import { ListQuery } from './list-query.dto.js';

/** A list of what happened at some time. */
export class PeriodListQuery extends ListQuery {
  @Moment({ optional: true, description: 'From this moment on.' })
  from?: string;

  @Moment({ optional: true, description: 'Up to this moment, and not the moment itself.' })
  to?: string;
}
