import { CAPABILITIES } from '#config';
import { nested } from '../input/field.js';
import { Flag, Line, Name, OneOf } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';
import { Count } from '../input/measures.js';
import { PriceRates } from '../models/model.dto.js';

const MANY = { min: 0, max: 100_000 };

export class ModelCatalogQuery extends ListQuery {
  @OneOf(['id', '-id'], { optional: true })
  sort: string = 'id';

  @OneOf(CAPABILITIES, { optional: true, description: 'Filter by capability.' })
  capability?: (typeof CAPABILITIES)[number];

  @Line({ optional: true, description: 'Filter by a part of the name.' })
  search?: string;
}

/** A model with the facts that its users need. */
export class CatalogModelView {
  @Line()
  id: string;

  @Flag({ description: 'Whether only the built-in sandbox serves it.' })
  stand_in: boolean;

  @OneOf(CAPABILITIES, { list: MANY, description: 'The capabilities.' })
  capabilities: string[];

  @nested(() => PriceRates, { nullable: true, description: 'The price; null if unknown.' })
  price: PriceRates | null;

  @Count({ nullable: true, description: 'The context window in tokens; null if unknown.' })
  context: number | null;

  @Count({ nullable: true, description: 'The maximum number of output tokens; null if unknown.' })
  max_output: number | null;

  @Name({ list: MANY, description: 'Your tokens that can use it.' })
  usable_with: string[];

  @Line({ nullable: true, description: 'Why you cannot use it, and what to do; null if you can.' })
  why_not: string | null;
}
