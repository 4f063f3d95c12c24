import { FORMAT_IDS } from '#config';
import { AUTH_TYPES, type AuthType } from '#credentials';
import { nested } from '../input/field.js';
import { Flag, Line, OneOf, Typed } from '../input/fields.js';
import { PROVIDER_GROUPS, type ProviderGroup } from './provider-group.js';

const MANY = { min: 0, max: 1000 };
const SENTENCE = { min: 1, max: 1000 };

export const FIELD_TYPES = ['url', 'text', 'secrets', 'auth'] as const;
const MEMBER_TYPES = ['url', 'text', 'secret', 'json'] as const;

/** One setting of an identity. */
class AuthMemberView {
  @Line({ description: 'What it is called within `auth`.', example: 'role_arn' })
  name: string;

  @Line({ example: 'Role' })
  label: string;

  @OneOf(MEMBER_TYPES, {
    description: '`secret` and `json`, which is one of many lines, are never shown again.',
  })
  type: (typeof MEMBER_TYPES)[number];

  @Typed(SENTENCE, { nullable: true })
  help: string | null;
}

/** One thing that a form has to ask for. */
export class ProviderFieldView {
  @Line({ description: 'The setting of a channel that it becomes.', example: 'base_url' })
  name: string;

  @Line({ example: 'Base URL' })
  label: string;

  @OneOf(FIELD_TYPES, {
    description:
      '`secrets`: one or several that are never shown again. `auth`: an identity in place of them, with its members.',
  })
  type: (typeof FIELD_TYPES)[number];

  @Flag()
  required: boolean;

  @Line({ nullable: true, description: 'What counts where it is left empty.' })
  default: string | null;

  @Typed(SENTENCE, { nullable: true })
  help: string | null;

  @OneOf(AUTH_TYPES, { nullable: true, description: 'The type of `auth` that it takes.' })
  auth_type: AuthType | null;

  @nested(() => AuthMemberView, {
    list: MANY,
    description: 'What `auth` may say; empty for every other field.',
  })
  members: AuthMemberView[];
}

export class ProviderView {
  @Line({ description: 'What a channel names it by.', example: 'azure-openai' })
  id: string;

  @Line({ example: 'Azure OpenAI' })
  label: string;

  @OneOf(PROVIDER_GROUPS, {
    description:
      'Where people look for it. `own` is a server of one’s own, `built-in` a part of this gateway.',
  })
  group: ProviderGroup;

  @nested(() => ProviderFieldView, { list: MANY, description: 'Beside the name and the models.' })
  fields: ProviderFieldView[];

  @OneOf(FORMAT_IDS, { list: MANY, description: 'The wire formats that it speaks.' })
  formats: string[];

  @Line({ list: MANY, description: 'What it can be asked for.', example: ['chat', 'embeddings', 'video'] })
  operations: string[];

  @Line({ list: MANY, description: 'Models to begin with; `*` at the end matches a prefix.' })
  usual_models: string[];

  @Flag({ description: 'Whether it can be asked which models an account has.' })
  lists_models: boolean;
}

export class ProvidersView {
  @nested(() => ProviderView, { list: MANY })
  data: ProviderView[];
}
