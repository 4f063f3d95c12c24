import { type Schema } from '../../api/client.js';
import { type Capability, type Model, type Rates } from './model-queries.js';
import { NUMBER_RATE_NAMES, type NumberRate } from './price-lines.js';

type NumberText = number | string;
type Settings = Schema<'ModelSettingsInput'>;

export interface ModelFormValues {
  hasOwnPrice: boolean;
  rates: Record<NumberRate, NumberText>;
  /** Rates that are not a single number, as JSON. */
  otherRates: string;
  capabilities: Capability[];
  fallbacks: string[];
  strategy: string | null;
  hedgeMs: NumberText;
  firstByteMs: NumberText;
  idleMs: NumberText;
  wholeMs: NumberText;
  deadlineMinutes: NumberText;
  isRealtime: boolean;
  transcribeModel: string;
  speechModel: string;
  voice: string;
}

/** The form field for each path of the request. */
const FIELDS = {
  price: 'otherRates',
  capabilities: 'capabilities',
  fallbacks: 'fallbacks',
  strategy: 'strategy',
  hedge_ms: 'hedgeMs',
  'timeouts.first_byte_ms': 'firstByteMs',
  'timeouts.idle_ms': 'idleMs',
  'timeouts.whole_ms': 'wholeMs',
  deadline_minutes: 'deadlineMinutes',
  'realtime.transcribe_model': 'transcribeModel',
  'realtime.speech_model': 'speechModel',
  'realtime.voice': 'voice',
} satisfies Record<
  | Exclude<keyof Settings, 'timeouts' | 'realtime'>
  | `timeouts.${keyof NonNullable<Settings['timeouts']>}`
  | `realtime.${keyof NonNullable<Settings['realtime']>}`,
  keyof ModelFormValues
>;

export const MODEL_FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(NUMBER_RATE_NAMES.map((name) => [`price.${name}`, `rates.${name}`])),
  ...FIELDS,
};

/** The rates are initialized with the current price, so that the user can change one rate and keep the others. */
export function toValues({ settings, price }: Model): ModelFormValues {
  const rates: Rates = settings?.price ?? price?.rates ?? {};
  const { realtime, timeouts } = settings ?? {};
  return {
    hasOwnPrice: settings?.price != null,
    rates: Object.fromEntries(
      NUMBER_RATE_NAMES.map((name) => [name, rates[name] ?? '']),
    ) as ModelFormValues['rates'],
    otherRates: getOtherRates(rates),
    capabilities: settings?.capabilities ?? [],
    fallbacks: settings?.fallbacks ?? [],
    strategy: settings?.strategy ?? null,
    hedgeMs: settings?.hedge_ms ?? '',
    firstByteMs: timeouts?.first_byte_ms ?? '',
    idleMs: timeouts?.idle_ms ?? '',
    wholeMs: timeouts?.whole_ms ?? '',
    deadlineMinutes: settings?.deadline_minutes ?? '',
    isRealtime: realtime != null,
    transcribeModel: realtime?.transcribe_model ?? '',
    speechModel: realtime?.speech_model ?? '',
    voice: realtime?.voice ?? '',
  };
}

/** The request body. It has all settings, because the request replaces the stored ones. */
export function toSettings(values: ModelFormValues): Required<Settings> {
  return {
    price: values.hasOwnPrice ? toRates(values) : null,
    capabilities: values.capabilities.length === 0 ? null : values.capabilities,
    fallbacks: values.fallbacks.length === 0 ? null : values.fallbacks,
    strategy: values.strategy as Required<Settings>['strategy'],
    hedge_ms: getNumber(values.hedgeMs),
    timeouts: getTimeouts(values),
    deadline_minutes: getNumber(values.deadlineMinutes),
    realtime: values.isRealtime
      ? {
          transcribe_model: values.transcribeModel.trim() || null,
          speech_model: values.speechModel.trim() || null,
          voice: values.voice.trim() || null,
        }
      : null,
  };
}

/** Undefined if the text is not a JSON object. An empty text is an empty object. */
export function readOtherRates(text: string): Rates | undefined {
  if (text.trim() === '') return {};
  try {
    const rates: unknown = JSON.parse(text);
    return typeof rates === 'object' && rates !== null && !Array.isArray(rates) ? rates : undefined;
  } catch {
    return undefined;
  }
}

/** Null if the timeouts of the channels apply. */
function getTimeouts({ firstByteMs, idleMs, wholeMs }: ModelFormValues): Schema<'ModelTimeouts'> | null {
  const timeouts = {
    first_byte_ms: getNumber(firstByteMs),
    idle_ms: getNumber(idleMs),
    whole_ms: getNumber(wholeMs),
  };
  return Object.values(timeouts).every((value) => value === null) ? null : timeouts;
}

function toRates({ rates, otherRates }: ModelFormValues): Rates {
  const numbers = NUMBER_RATE_NAMES.flatMap((name) => {
    const usd = getNumber(rates[name]);
    return usd === null ? [] : [[name, usd] as const];
  });
  return { ...readOtherRates(otherRates), ...Object.fromEntries(numbers) };
}

function getOtherRates(rates: Rates): string {
  const names: readonly string[] = NUMBER_RATE_NAMES;
  const others = Object.entries(rates).filter(([name]) => !names.includes(name));
  return others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others), undefined, 2);
}

function getNumber(text: NumberText): number | null {
  return text === '' ? null : Number(text);
}
