import { EFFORTS } from '#canonical';
import { GROUPS, KINDS, MODALITIES, PARAMETERS } from '#models';
import { snakeCase } from '#declarations';
import { nested } from '../input/field.js';
import { Flag, Line, OneOf, Url, checkedText } from '../input/fields.js';
import { Count } from '../input/measures.js';
import { PriceRates } from './model.dto.js';

const SEVERAL = { min: 0, max: 100 };
const PARAMETER_NAMES = PARAMETERS.map(snakeCase);
const UNKNOWN = 'null if unknown';

export const Day = (options: { nullable?: true; description?: string }): PropertyDecorator =>
  checkedText('a day', (text) => /^\d{4}-\d\d-\d\d$/.test(text), { ...options, format: 'date' });

class KnownModalitiesView {
  @OneOf(MODALITIES, { list: SEVERAL })
  input: string[];

  @OneOf(MODALITIES, { list: SEVERAL })
  output: string[];
}

class KnownLimitsView {
  @Count({ nullable: true, description: 'Input and output tokens combined.' })
  context: number | null;

  @Count({ nullable: true, description: 'Input tokens, if the limit is smaller.' })
  input: number | null;

  @Count({ nullable: true, description: 'Output tokens.' })
  output: number | null;
}

export class KnownParametersView {
  @OneOf(PARAMETER_NAMES, { list: SEVERAL })
  taken: string[];

  @OneOf(PARAMETER_NAMES, { list: SEVERAL })
  refused: string[];

  @OneOf(PARAMETER_NAMES, { list: SEVERAL, description: 'Parameters that are rejected while it reasons.' })
  refused_while_reasoning: string[];

  @OneOf(PARAMETER_NAMES, { list: SEVERAL, description: 'Pairs of parameters that cannot be combined.' })
  exclusive: string[];
}

export class KnownReasoningView {
  @OneOf(EFFORTS, { nullable: true, list: SEVERAL })
  efforts: string[] | null;

  @Count({ nullable: true, description: 'The minimum budget in tokens.' })
  min_budget: number | null;

  @Count({ nullable: true, description: 'The maximum budget in tokens.' })
  max_budget: number | null;

  @Flag({ nullable: true, description: 'Whether the model decides how long to reason.' })
  adaptive: boolean | null;

  @Flag({ nullable: true })
  can_be_turned_off: boolean | null;

  @Flag({ nullable: true })
  off_by_default: boolean | null;
}

export class FactSourceView {
  @OneOf(GROUPS, { description: 'The facts from this source.' })
  group: string;

  @Url({ nullable: true, description: 'Null if it is from the configuration.' })
  url: string | null;

  @Day({ nullable: true, description: 'The date when it was read.' })
  as_of: string | null;
}

/** The facts in the catalog about the model that a channel calls. */
export class KnownModelView {
  @Line({ description: 'The name of the model in the model catalog.' })
  id: string;

  @Line({ description: 'The provider of the model.' })
  provider: string;

  @Line({ nullable: true })
  label: string | null;

  @Line({ nullable: true })
  family: string | null;

  @OneOf(KINDS)
  kind: string;

  @nested(() => KnownModalitiesView, {
    nullable: true,
    description: `Input and output modalities; ${UNKNOWN}.`,
  })
  modalities: KnownModalitiesView | null;

  @nested(() => KnownLimitsView, { nullable: true, description: `In tokens; ${UNKNOWN}.` })
  limits: KnownLimitsView | null;

  @nested(() => KnownParametersView, {
    nullable: true,
    description: `Supported and unsupported request parameters. Parameters in no list are unknown.`,
  })
  parameters: KnownParametersView | null;

  @nested(() => KnownReasoningView, { nullable: true, description: `Reasoning settings; ${UNKNOWN}.` })
  reasoning: KnownReasoningView | null;

  @nested(() => PriceRates, {
    nullable: true,
    description: 'The price in the model catalog, even if another price was set.',
  })
  price: PriceRates | null;

  @Day({ nullable: true })
  released: string | null;

  @Day({ nullable: true, description: 'When the provider stops serving it.' })
  retires: string | null;

  @nested(() => FactSourceView, { list: SEVERAL, description: 'The sources of each group of facts.' })
  sources: FactSourceView[];
}
