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

  @OneOf(CAPABILITIES, { optional: true, description: 'Only models that can be called for this.' })
  capability?: (typeof CAPABILITIES)[number];

  @Line({ optional: true, description: 'Only models whose name contains this.' })
  search?: string;
}

/** A model, as far as whoever calls it has to know. */
export class CatalogModelView {
  @Line()
  id: string;

  @Flag({ description: 'Whether only the built-in sandbox serves it, in the place of a real model.' })
  stand_in: boolean;

  @OneOf(CAPABILITIES, { list: MANY, description: 'What it can be called for.' })
  capabilities: string[];

  @nested(() => PriceRates, { nullable: true, description: 'What it costs; null where nobody knows.' })
  price: PriceRates | null;

  @Count({ nullable: true, description: 'Tokens of prompt and answer together; null where it is not known.' })
  context: number | null;

  @Count({ nullable: true, description: 'Tokens of the answer; null where it is not known.' })
  max_output: number | null;

  @Name({ list: MANY, description: 'Your own tokens that may call it.' })
  usable_with: string[];

  @Line({ nullable: true, description: 'Why you cannot call it now, and what to do; null where you can.' })
  why_not: string | null;
}
