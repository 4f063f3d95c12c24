import { EFFORTS } from '#canonical';
import { GROUPS, KINDS, MODALITIES, PARAMETERS } from '#models';
import { snakeCase } from '../input/entry-error.js';
import { nested } from '../input/field.js';
import { Flag, Line, OneOf, Url, checkedText } from '../input/fields.js';
import { Count } from '../input/measures.js';
import { PriceRates } from './model.dto.js';

const SEVERAL = { min: 0, max: 100 };
const PARAMETER_NAMES = PARAMETERS.map(snakeCase);
const UNKNOWN = 'null where it is not known';

export const Day = (options: { nullable?: true; description?: string }): PropertyDecorator =>
  checkedText('a day', (text) => /^\d{4}-\d\d-\d\d$/.test(text), { ...options, format: 'date' });

class KnownModalitiesView {
  @OneOf(MODALITIES, { list: SEVERAL })
  input: string[];

  @OneOf(MODALITIES, { list: SEVERAL })
  output: string[];
}

class KnownLimitsView {
  @Count({ nullable: true, description: 'Prompt and answer together.' })
  context: number | null;

  @Count({ nullable: true, description: 'The prompt alone, where that is less.' })
  input: number | null;

  @Count({ nullable: true, description: 'The answer.' })
  output: number | null;
}

export class KnownParametersView {
  @OneOf(PARAMETER_NAMES, { list: SEVERAL })
  taken: string[];

  @OneOf(PARAMETER_NAMES, { list: SEVERAL })
  refused: string[];

  @OneOf(PARAMETER_NAMES, { list: SEVERAL, description: 'Refused unless it does not reason.' })
  refused_while_reasoning: string[];

  @OneOf(PARAMETER_NAMES, { list: SEVERAL, description: 'Two of which it takes one.' })
  exclusive: string[];
}

export class KnownReasoningView {
  @OneOf(EFFORTS, { nullable: true, list: SEVERAL })
  efforts: string[] | null;

  @Count({ nullable: true, description: 'The smallest budget in tokens.' })
  min_budget: number | null;

  @Count({ nullable: true, description: 'The largest.' })
  max_budget: number | null;

  @Flag({ nullable: true, description: 'Whether it decides by itself how long to reason.' })
  adaptive: boolean | null;

  @Flag({ nullable: true })
  can_be_turned_off: boolean | null;

  @Flag({ nullable: true })
  off_by_default: boolean | null;
}

export class FactSourceView {
  @OneOf(GROUPS, { description: 'The facts that it says.' })
  group: string;

  @Url({ nullable: true, description: 'null where the configuration says so.' })
  url: string | null;

  @Day({ nullable: true, description: 'The day it was read.' })
  as_of: string | null;
}

/** What the catalogue knows of the model that a channel calls. */
export class KnownModelView {
  @Line({ description: 'The name of the model in the catalogue.' })
  id: string;

  @Line({ description: 'Whose model of that name it is.' })
  provider: string;

  @Line({ nullable: true })
  label: string | null;

  @Line({ nullable: true })
  family: string | null;

  @OneOf(KINDS)
  kind: string;

  @nested(() => KnownModalitiesView, { nullable: true, description: `What goes in and out; ${UNKNOWN}.` })
  modalities: KnownModalitiesView | null;

  @nested(() => KnownLimitsView, { nullable: true, description: `In tokens; ${UNKNOWN}.` })
  limits: KnownLimitsView | null;

  @nested(() => KnownParametersView, {
    nullable: true,
    description: `Which fields of a conversation it takes; one that is in no list is not known.`,
  })
  parameters: KnownParametersView | null;

  @nested(() => KnownReasoningView, { nullable: true, description: `How it is told to reason; ${UNKNOWN}.` })
  reasoning: KnownReasoningView | null;

  @nested(() => PriceRates, {
    nullable: true,
    description: 'What the catalogue says that it costs, also where another price was set.',
  })
  price: PriceRates | null;

  @Day({ nullable: true })
  released: string | null;

  @Day({ nullable: true, description: 'When the provider stops serving it.' })
  retires: string | null;

  @nested(() => FactSourceView, { list: SEVERAL, description: 'Who says so, for each group of facts.' })
  sources: FactSourceView[];
}
