import { describe, expect, it } from '@jest/globals';
import { GATEWAY_SETTINGS, type GatewaySettingKey, LISTED_SETTINGS } from '#declarations';
import { Policies } from '#relay';
import { type SettingValues, toFileSection } from '#settings';
import { type ViewedFormat } from '#wire';

type PolicyKey = Extract<GatewaySettingKey, `policies.${string}`>;

interface Breach {
  /** The value of the setting; all others are not set. */
  value: unknown;
  format: ViewedFormat;
  request: object;
  /** The effect of the policy on this request. */
  effect: Effect;
}

type Effect = 'refused' | 'changed' | 'moderated' | 'none';

const CHAT = {
  model: 'm',
  messages: [{ role: 'user', content: 'Write to ann@example.com' }],
  max_tokens: 400,
  n: 2,
};
const VIDEO = { model: 'm', prompt: 'A river', seconds: '12', size: '1792x1024' };

/** For every policy, a request that it must change or reject. A setting without a row does not compile. */
const BREACHES: Readonly<Record<PolicyKey, Breach>> = {
  'policies.max_output_tokens': { value: 50, format: 'openai-chat', request: CHAT, effect: 'changed' },
  'policies.max_choices': { value: 1, format: 'openai-chat', request: CHAT, effect: 'refused' },
  'policies.max_image_size': {
    value: '1024x1024',
    format: 'openai-images',
    request: { model: 'm', prompt: 'A river', size: '1792x1024' },
    effect: 'refused',
  },
  'policies.max_video_size': {
    value: '1280x720',
    format: 'openai-videos',
    request: VIDEO,
    effect: 'refused',
  },
  'policies.max_video_seconds': { value: 8, format: 'openai-videos', request: VIDEO, effect: 'refused' },
  'policies.redact': { value: ['email'], format: 'openai-chat', request: CHAT, effect: 'changed' },
  'policies.moderation': {
    value: { model: 'judge', action: 'block' },
    format: 'openai-chat',
    request: CHAT,
    effect: 'moderated',
  },
};

const NOT_SET = Object.fromEntries<unknown>(LISTED_SETTINGS.map(({ key }) => [key, null])) as SettingValues;

function apply(values: SettingValues, { format, request }: Breach): Effect {
  const policies = new Policies(toFileSection(values, 'policies'));
  const body = Buffer.from(JSON.stringify(request));
  try {
    const applied = policies.apply(format, body);
    if (applied.body !== body) return 'changed';
    return applied.textsToModerate.length > 0 ? 'moderated' : 'none';
  } catch {
    return 'refused';
  }
}

describe('the policy', () => {
  const keys = Object.keys(GATEWAY_SETTINGS).filter((key) => key.startsWith('policies.')) as PolicyKey[];

  it.each(keys)('%s is enforced', (key) => {
    const breach = BREACHES[key];
    expect(apply({ ...NOT_SET, [key]: breach.value }, breach)).toBe(breach.effect);
    expect(apply(NOT_SET, breach)).toBe('none');
  });
});
