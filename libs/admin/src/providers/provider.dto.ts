import { CHANNEL_FORMATS } from '#declarations';
import { AUTH_TYPES, type AuthType } from '#credentials';
import { nested } from '../input/field.js';
import { Flag, Line, OneOf, Typed, Url } from '../input/fields.js';
import { PROVIDER_GROUPS, type ProviderGroup } from './provider-group.js';

const MANY = { min: 0, max: 1000 };
const SENTENCE = { min: 1, max: 1000 };

export const FIELD_TYPES = ['url', 'text', 'secrets', 'auth'] as const;
const MEMBER_TYPES = ['url', 'text', 'secret', 'json'] as const;

/** One setting of an identity. */
class AuthMemberView {
  @Line({ description: 'The name within `auth`.', example: 'role_arn' })
  name: string;

  @Line({ example: 'Role' })
  label: string;

  @OneOf(MEMBER_TYPES, {
    description: '`secret` and `json` (a multi-line secret) are never returned.',
  })
  type: (typeof MEMBER_TYPES)[number];

  @Typed(SENTENCE, { nullable: true })
  help: string | null;
}

/** One field of the form for a channel. */
export class ProviderFieldView {
  @Line({ description: 'The channel setting that it sets.', example: 'base_url' })
  name: string;

  @Line({ example: 'Base URL' })
  label: string;

  @OneOf(FIELD_TYPES, {
    description:
      '`secrets`: one or more keys that are never returned. `auth`: an identity instead of keys, with its members.',
  })
  type: (typeof FIELD_TYPES)[number];

  @Flag()
  required: boolean;

  @Line({ nullable: true, description: 'The default value.' })
  default: string | null;

  @Typed(SENTENCE, { nullable: true })
  help: string | null;

  @OneOf(AUTH_TYPES, { nullable: true, description: 'The type of `auth`.' })
  auth_type: AuthType | null;

  @nested(() => AuthMemberView, {
    list: MANY,
    description: 'The members of `auth`; empty for other fields.',
  })
  members: AuthMemberView[];
}

export class ProviderView {
  @Line({ description: 'The id to use as `provider` of a channel.', example: 'azure-openai' })
  id: string;

  @Line({ example: 'Azure OpenAI' })
  label: string;

  @OneOf(PROVIDER_GROUPS, {
    description: 'The category. `own` is a self-hosted server, `built-in` is part of the gateway.',
  })
  group: ProviderGroup;

  @nested(() => ProviderFieldView, { list: MANY, description: 'The fields besides name and models.' })
  fields: ProviderFieldView[];

  @OneOf(CHANNEL_FORMATS, { list: MANY, description: 'The supported wire formats.' })
  formats: string[];

  @Line({ list: MANY, description: 'The capabilities.', example: ['chat', 'embeddings', 'video'] })
  operations: string[];

  @Line({ list: MANY, description: 'Suggested models; `*` at the end matches a prefix.' })
  usual_models: string[];

  @Flag({ description: 'Whether the models of an account can be listed.' })
  lists_models: boolean;

  @Url({
    nullable: true,
    description: 'The provider’s page where API keys are created; null if there is none or it is unknown.',
  })
  api_key_page: string | null;
}

export class ProvidersView {
  @nested(() => ProviderView, { list: MANY })
  data: ProviderView[];
}
