import {
  type FormGroup,
  GATEWAY_FORM_GROUPS,
  type GatewaySetting,
  LISTED_FACTS,
  LISTED_SETTINGS,
  type ListedSetting,
  TOKEN_FORM_GROUPS,
  TOKEN_SETTINGS,
  type TokenSetting,
  snakeCase,
} from '#declarations';
import { Get } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import {
  type FormFieldView,
  type FormGroupView,
  FormsView,
  type SettingFieldView,
  type SettingGroupView,
} from './forms.dto.js';

/** The fields of the forms of the console, from the tables that declare the settings. */
@AdminController('/api/forms')
export class FormsController {
  @Get()
  @AdminAccess({ scope: 'tokens:read', member: true })
  @Described({
    summary: 'Retrieve the forms of the console',
    description:
      'The settings that forms offer, in their order, and the facts on the page of a request. They change only with the version.',
    response: FormsView,
  })
  show(): FormsView {
    return {
      token: Object.entries<FormGroup>(TOKEN_FORM_GROUPS).map(viewGroup),
      settings: Object.entries(GATEWAY_FORM_GROUPS).map(viewSettingGroup),
      request: LISTED_FACTS.map(({ column, fact: { kind, label } }) => ({ name: column, kind, label })),
    };
  }
}

function viewGroup([id, { title, description, summary }]: [string, FormGroup]): FormGroupView {
  const settings = Object.entries<TokenSetting>(TOKEN_SETTINGS).filter(([, { group }]) => group === id);
  return {
    id,
    title,
    description: description ?? null,
    summary: summary ?? null,
    fields: settings.map(viewField),
  };
}

function viewField([name, setting]: [string, TokenSetting]): FormFieldView {
  const { kind, label, description, whenEmpty, rights } = setting;
  const { unit, min, max } = kind === 'count' ? setting : {};
  return {
    name: snakeCase(name),
    kind,
    label,
    description: description ?? null,
    when_empty: whenEmpty ?? null,
    unit: unit ?? null,
    min: min ?? null,
    max: max ?? null,
    admin_only: typeof rights === 'object',
  };
}

type SettingGroup = (typeof GATEWAY_FORM_GROUPS)[keyof typeof GATEWAY_FORM_GROUPS];

function viewSettingGroup([id, { title, description }]: [string, SettingGroup]): SettingGroupView {
  const fields = LISTED_SETTINGS.filter(({ setting }) => setting.group === id).map(viewSettingField);
  return { id, title, description, fields };
}

function viewSettingField({ key, setting }: ListedSetting): SettingFieldView {
  const { kind, label, description } = setting;
  const { min, max } = 'min' in setting ? setting : {};
  return {
    key,
    kind,
    label,
    description,
    when_empty: getEmptyText(setting),
    min: min ?? null,
    max: max ?? null,
  };
}

/** A field without a value restores the default. */
function getEmptyText({ whenEmpty, defaultValue }: GatewaySetting): string | null {
  return whenEmpty ?? (typeof defaultValue === 'number' ? 'Default' : null);
}
