import { CAPABILITIES } from '#config';
import { CAPABILITY_SOURCES, type CapabilitySource } from '#relay';
import { nested } from '../input/field.js';
import { Flag, Line, Moment, Name, OneOf, ProviderId, Whole } from '../input/fields.js';
import { Count } from '../input/measures.js';
import { KnownView } from '../channels/channel-view.dto.js';
import { Day, KnownModelView } from './known-model.dto.js';
import { PriceRates, ModelTimeouts, RealtimeSettings, STRATEGIES } from './model.dto.js';

const MANY = { min: 0, max: 100_000 };
const ANY_WHOLE = { min: -1_000_000, max: 1_000_000 };

const PRICE_ORIGINS = ['built-in', 'file', 'console'] as const;

export class EffectivePriceView {
  @nested(() => PriceRates)
  rates: PriceRates;

  @OneOf(PRICE_ORIGINS, { description: 'Who says so.' })
  origin: (typeof PRICE_ORIGINS)[number];

  @Line({ nullable: true, description: 'The page that a built-in price was read off.' })
  source: string | null;

  @Day({ nullable: true, description: 'The day it was read.' })
  as_of: string | null;

  @Line({ description: 'As it stands beside what was charged by it.' })
  version: string;
}

export class ModelChannelView extends KnownView {
  @Line({ description: 'A UUID, but for channels that are built in.' })
  id: string;

  @Name()
  name: string;

  @ProviderId()
  provider: string;

  @Line()
  upstream_model: string;

  @Whole(ANY_WHOLE)
  priority: number;

  @Whole(ANY_WHOLE)
  weight: number;

  @nested(() => EffectivePriceView, { nullable: true, description: 'What it costs there.' })
  price: EffectivePriceView | null;

  @nested(() => KnownModelView, {
    nullable: true,
    description: 'What the catalogue knows of the model that it calls; null where nothing.',
  })
  known: KnownModelView | null;
}

/** What was set for a model, as it can be set again. */
export class ModelSettingsView {
  @OneOf(CAPABILITIES, { nullable: true, list: MANY })
  capabilities: string[] | null;

  @nested(() => PriceRates, { nullable: true })
  price: PriceRates | null;

  @Line({ nullable: true, list: MANY })
  fallbacks: string[] | null;

  @OneOf(STRATEGIES, { nullable: true })
  strategy: string | null;

  @Count({ nullable: true })
  hedge_ms: number | null;

  @nested(() => ModelTimeouts, { nullable: true })
  timeouts: ModelTimeouts | null;

  @Count({ nullable: true })
  deadline_minutes: number | null;

  @nested(() => RealtimeSettings, { nullable: true })
  realtime: RealtimeSettings | null;
}

export class ModelView {
  @Line()
  id: string;

  @Flag({ description: 'Whether a channel that is in use serves it.' })
  served: boolean;

  @Flag({ description: 'Whether only the built-in sandbox serves it, in the place of a real model.' })
  stand_in: boolean;

  @OneOf(CAPABILITIES, {
    list: MANY,
    description: 'What it is for. Requests for anything else are refused by what is set alone.',
  })
  capabilities: string[];

  @OneOf(CAPABILITY_SOURCES, {
    description:
      'Who says so: what is set here, the provider, the catalogue of models, or its name. `default`: nobody, so it is taken for a chat model.',
  })
  capabilities_from: CapabilitySource;

  @nested(() => EffectivePriceView, {
    nullable: true,
    description: 'What it costs at the first of its channels; null where nobody knows.',
  })
  price: EffectivePriceView | null;

  @nested(() => ModelChannelView, { list: MANY, description: 'Who serves it, highest priority first.' })
  channels: ModelChannelView[];

  @nested(() => ModelSettingsView, {
    nullable: true,
    description: 'What was set for it; null where nothing.',
  })
  settings: ModelSettingsView | null;

  @OneOf(['file', 'setup', 'console'], { nullable: true, description: 'Where that was set.' })
  origin: string | null;

  @Flag({ description: 'Whether only the config file can change that.' })
  read_only: boolean;

  @Moment({ nullable: true, description: 'When that was set.' })
  updated_at: string | null;
}
