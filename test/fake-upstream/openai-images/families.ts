import { Refused } from '../refused.js';

/** Models of one family accept the same fields; for others we know too little to be strict. */
export interface Family {
  /** Fields that models of other families accept. */
  unknownFields: readonly string[];
  qualities: readonly string[];
  sizes: RegExp;
  promptCharacters: number;
  max: number;
  /** The limits of edits, if this model supports them. */
  edits: EditLimits | undefined;
  /** The response format of images: always base64, or a default that the request can change. */
  answers: 'always-base64' | 'url-by-default' | 'base64-by-default';
}

interface EditLimits {
  contentTypes: readonly string[];
  max: number;
}

const ALL_QUALITIES = ['auto', 'low', 'medium', 'high', 'xhigh', 'max', 'standard', 'hd'];
const EDITABLE = ['image/png', 'image/jpeg', 'image/webp'];

const GPT_IMAGE: Family = {
  unknownFields: ['response_format', 'style'],
  qualities: ['auto', 'low', 'medium', 'high', 'xhigh', 'max'],
  sizes: /^(auto|[1-9]\d*x[1-9]\d*)$/,
  promptCharacters: 32_000,
  max: 10,
  edits: { contentTypes: EDITABLE, max: 16 },
  answers: 'always-base64',
};

const DALL_E_2: Family = {
  unknownFields: (
    'stream partial_images background output_format output_compression moderation input_fidelity complexity ' +
    'frame_count frame_duration_ms svg markup'
  ).split(' '),
  qualities: ['standard'],
  sizes: /^(256x256|512x512|1024x1024)$/,
  promptCharacters: 1_000,
  max: 10,
  edits: { contentTypes: ['image/png'], max: 1 },
  answers: 'url-by-default',
};

const DALL_E_3: Family = {
  ...DALL_E_2,
  qualities: ['standard', 'hd'],
  sizes: /^(1024x1024|1792x1024|1024x1792)$/,
  promptCharacters: 4_000,
  max: 1,
  edits: undefined,
};

const OTHER: Family = {
  unknownFields: [],
  qualities: ALL_QUALITIES,
  sizes: /./,
  promptCharacters: 32_000,
  max: 10,
  edits: { contentTypes: EDITABLE, max: 16 },
  answers: 'base64-by-default',
};

export const DEFAULT_MODEL = 'dall-e-2';

export function getEditLimits({ edits }: Family): EditLimits {
  if (edits) return edits;
  throw new Refused('This model does not edit images.', { path: ['model'], code: 'invalid_value' });
}

export function getFamily(model: string): Family {
  if (/^(chat)?gpt-image-/.test(model)) return GPT_IMAGE;
  if (model.startsWith('dall-e-')) return model === 'dall-e-2' ? DALL_E_2 : DALL_E_3;
  return OTHER;
}
