import { Moment, Whole, checkedText } from './fields.js';

const MAX = 200;

export const USUAL_PAGE = 50;

const CURSOR = /^[\w-]{1,1000}$/;

export const PageSize = (): PropertyDecorator =>
  Whole({ min: 1, max: MAX }, { optional: true, description: 'How many at most.', example: USUAL_PAGE });

export const Cursor = (): PropertyDecorator =>
  checkedText('the next_cursor of another page', (text) => CURSOR.test(text), {
    optional: true,
    description: 'The `next_cursor` of the page before.',
  });

/** What every list can be asked for. */
export class ListQuery {
  @PageSize()
  limit: number = USUAL_PAGE;

  @Cursor()
  cursor?: string;
}

/** A list of what happened at some time. */
export class PeriodListQuery extends ListQuery {
  @Moment({ optional: true, description: 'From this moment on.' })
  from?: string;

  @Moment({ optional: true, description: 'Up to this moment, and not the moment itself.' })
  to?: string;
}
