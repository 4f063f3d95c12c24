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

  @OneOf(PRICE_ORIGINS, { description: 'The source.' })
  origin: (typeof PRICE_ORIGINS)[number];

  @Line({ nullable: true, description: 'The page that a built-in price was read from.' })
  source: string | null;

  @Day({ nullable: true, description: 'The date when it was read.' })
  as_of: string | null;

  @Line({ description: 'The version, as recorded with charged requests.' })
  version: string;
}

export class ModelChannelView extends KnownView {
  @Line({ description: 'A UUID, except for built-in channels.' })
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

  @nested(() => EffectivePriceView, { nullable: true, description: 'The price at this channel.' })
  price: EffectivePriceView | null;

  @nested(() => KnownModelView, {
    nullable: true,
    description: 'The catalog data of its upstream model; null if there is none.',
  })
  known: KnownModelView | null;
}

/** The settings of a model, in the form in which they can be set. */
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

  @Flag({ description: 'Whether an enabled channel serves it.' })
  served: boolean;

  @Flag({ description: 'Whether only the built-in sandbox serves it.' })
  stand_in: boolean;

  @OneOf(CAPABILITIES, {
    list: MANY,
    description: 'The capabilities. Other requests are rejected only if capabilities were set explicitly.',
  })
  capabilities: string[];

  @OneOf(CAPABILITY_SOURCES, {
    description:
      'The source of the capabilities: the settings, the provider, the model catalog or the name. `default`: unknown, so it is assumed to be a chat model.',
  })
  capabilities_from: CapabilitySource;

  @nested(() => EffectivePriceView, {
    nullable: true,
    description: 'The price at its first channel; null if unknown.',
  })
  price: EffectivePriceView | null;

  @nested(() => ModelChannelView, { list: MANY, description: 'The channels, highest priority first.' })
  channels: ModelChannelView[];

  @nested(() => ModelSettingsView, {
    nullable: true,
    description: 'The settings of the model; null if there are none.',
  })
  settings: ModelSettingsView | null;

  @OneOf(['file', 'setup', 'console'], { nullable: true, description: 'The origin of the settings.' })
  origin: string | null;

  @Flag({ description: 'Whether only the config file can change the settings.' })
  read_only: boolean;

  @Moment({ nullable: true, description: 'When the settings were changed.' })
  updated_at: string | null;
}
