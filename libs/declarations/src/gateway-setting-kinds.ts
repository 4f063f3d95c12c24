import { type FormGroup } from './setting-kinds.js';

/** The kinds of settings of the gateway. Each layer has one table with an entry for every kind. */
export type GatewaySettingKind =
  | { readonly kind: 'flag'; readonly defaultValue: boolean }
  /** A whole number. */
  | {
      readonly kind: 'count';
      readonly min: number;
      readonly max: number;
      readonly defaultValue: number | null;
    }
  /** The number of days after which stored data is deleted. */
  | { readonly kind: 'days'; readonly min: number; readonly max: number; readonly defaultValue: number }
  /** How much data an owner may have stored: a number of entries, or megabytes. */
  | { readonly kind: 'quota'; readonly min: number; readonly max: number; readonly defaultValue: number }
  /** Width and height in pixels: `1024x1024`. */
  | { readonly kind: 'size'; readonly defaultValue: null }
  | { readonly kind: 'budget'; readonly defaultValue: null }
  /** Ids of models, or patterns with a `*` at the end. */
  | { readonly kind: 'models'; readonly defaultValue: null }
  | { readonly kind: 'moderation'; readonly defaultValue: null }
  | { readonly kind: 'redaction'; readonly defaultValue: null };

/** The sections of the settings page in the console, in their order. */
export const GATEWAY_FORM_GROUPS = {
  sandbox: {
    title: 'Sandbox',
    description: 'Built-in models for testing. They need no account and cost nothing.',
  },
  retention: { title: 'Retention', description: 'Data is deleted permanently after this time.' },
  storage: {
    title: 'Storage per owner',
    description:
      'Above a quota, the oldest data is deleted. Generated files are never deleted early: new ones are refused instead.',
  },
  budget: {
    title: 'Budget',
    description:
      'Applies in addition to the budgets of tokens and owners. Requests are refused when one of them is used up.',
  },
  members: {
    title: 'Members',
    description:
      'Defaults for all members. All tokens of a member share the limits, including existing tokens. You can set different limits for a member on the Users page.',
  },
  requests: {
    title: 'Request limits',
    description: 'Requests above a limit are refused. A higher output token limit is lowered instead.',
  },
  content: {
    title: 'Content policies',
    description: 'Redaction runs before moderation, so the moderation model never sees redacted text.',
  },
} as const satisfies Readonly<Record<string, FormGroup & { readonly description: string }>>;

export type GatewaySetting = GatewaySettingKind & {
  /** The section of the settings page. */
  readonly group: keyof typeof GATEWAY_FORM_GROUPS;
  /** The name of the setting in the console. */
  readonly label: string;
  /** One or two sentences for the console and the API reference. */
  readonly description: string;
  /** The text of an empty field in the console. */
  readonly whenEmpty?: string;
  /** Set if the config file has it in another form than `<section>.<name>`: `OWN_FORMS` in `libs/settings` has that form. */
  readonly hasOwnFileForm?: true;
};
