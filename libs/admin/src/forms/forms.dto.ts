import {
  GATEWAY_SETTINGS,
  type GatewaySettingKey,
  type GatewaySettingKind,
  LISTED_FACTS,
  type NullableFacts,
  type RequestFactKind,
  type SettingKind,
} from '#declarations';
import { nested } from '../input/field.js';
import { Flag, Line, OneOf, Typed } from '../input/fields.js';
import { Count } from '../input/measures.js';

const MANY = { min: 0, max: 1000 };
const SENTENCES = { min: 1, max: 1000 };

/** The kinds of settings. The forms of the console have a control for each. */
export const FORM_FIELD_KINDS = Object.keys({
  owner: true,
  models: true,
  networks: true,
  count: true,
  budget: true,
  moment: true,
  webhook: true,
  retention: true,
} satisfies Record<SettingKind, true>);

export class FormFieldView {
  @Line({ description: 'The name of the setting in the admin API.', example: 'requests_per_day' })
  name: string;

  @OneOf(FORM_FIELD_KINDS)
  kind: SettingKind;

  @Line()
  label: string;

  @Typed(SENTENCES, { nullable: true })
  description: string | null;

  @Line({ nullable: true, description: 'What an empty field means.', example: 'No limit' })
  when_empty: string | null;

  @Line({ nullable: true, example: 'seconds' })
  unit: string | null;

  @Count({ nullable: true })
  min: number | null;

  @Count({ nullable: true })
  max: number | null;

  @Flag({ description: 'Whether only admins can set it.' })
  admin_only: boolean;
}

export class FormGroupView {
  @Line()
  id: string;

  @Line()
  title: string;

  @Typed(SENTENCES, { nullable: true })
  description: string | null;

  @Typed(SENTENCES, { nullable: true, description: 'Describes the content of a section that is folded.' })
  summary: string | null;

  @nested(() => FormFieldView, { list: MANY })
  fields: FormFieldView[];
}

/** The kinds of settings of the gateway. The settings page of the console has a control for each. */
const GATEWAY_SETTING_KINDS = Object.keys({
  flag: true,
  count: true,
  days: true,
  quota: true,
  size: true,
  budget: true,
  models: true,
  moderation: true,
  redaction: true,
} satisfies Record<GatewaySettingKind['kind'], true>);

export class SettingFieldView {
  @OneOf(Object.keys(GATEWAY_SETTINGS))
  key: GatewaySettingKey;

  @OneOf(GATEWAY_SETTING_KINDS)
  kind: GatewaySettingKind['kind'];

  @Line()
  label: string;

  @Typed(SENTENCES)
  description: string;

  @Line({ nullable: true, description: 'What an empty field means.', example: 'No limit' })
  when_empty: string | null;

  @Count({ nullable: true })
  min: number | null;

  @Count({ nullable: true })
  max: number | null;
}

export class SettingGroupView {
  @Line()
  id: string;

  @Line()
  title: string;

  @Typed(SENTENCES)
  description: string;

  @nested(() => SettingFieldView, { list: MANY })
  fields: SettingFieldView[];
}

const FACT_KINDS = Object.keys({
  text: true,
  count: true,
  milliseconds: true,
  flag: true,
} satisfies Record<RequestFactKind, true>);

export class RequestFactView {
  @OneOf(LISTED_FACTS.map(({ column }) => column))
  name: keyof NullableFacts;

  @OneOf(FACT_KINDS)
  kind: RequestFactKind;

  @Line()
  label: string;
}

export class FormsView {
  @nested(() => FormGroupView, { list: MANY, description: 'The settings of a token.' })
  token: FormGroupView[];

  @nested(() => SettingGroupView, { list: MANY, description: 'The settings of the gateway.' })
  settings: SettingGroupView[];

  @nested(() => RequestFactView, { list: MANY, description: 'The facts on the page of a request.' })
  request: RequestFactView[];
}
