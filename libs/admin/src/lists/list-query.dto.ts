import { checkedText, Whole } from '../input/fields.js';

const MAX = 200;
const USUAL = 50;
const CURSOR = /^[\w-]{1,1000}$/;

/** What every list can be asked for. */
export class ListQuery {
  @Whole({ min: 1, max: MAX }, { optional: true, description: 'How many at most.', example: USUAL })
  limit: number = USUAL;

  @checkedText('the next_cursor of another page', (text) => CURSOR.test(text), {
    optional: true,
    description: 'The `next_cursor` of the page before.',
  })
  cursor?: string;
}
