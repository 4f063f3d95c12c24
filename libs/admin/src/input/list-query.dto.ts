import { Moment, Whole, checkedText } from './fields.js';

const MAX = 200;

export const DEFAULT_PAGE_SIZE = 50;

const CURSOR = /^[\w-]{1,1000}$/;

export const PageSize = (): PropertyDecorator =>
  Whole({ min: 1, max: MAX }, { optional: true, description: 'The page size.', example: DEFAULT_PAGE_SIZE });

export const Cursor = (): PropertyDecorator =>
  checkedText('the next_cursor of another page', (text) => CURSOR.test(text), {
    optional: true,
    description: 'The `next_cursor` of the previous page.',
  });

/** The query parameters of every list. */
export class ListQuery {
  @PageSize()
  limit: number = DEFAULT_PAGE_SIZE;

  @Cursor()
  cursor?: string;
}

/** The query parameters of lists with a time. */
export class PeriodListQuery extends ListQuery {
  @Moment({ optional: true, description: 'Start of the period, inclusive.' })
  from?: string;

  @Moment({ optional: true, description: 'End of the period, exclusive.' })
  to?: string;
}
