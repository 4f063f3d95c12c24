import { describe, expect, it } from '@jest/globals';
import { type AcceptedInput } from '../../token/playground-model.js';
import { FORMATS } from '../formats/formats.js';
import { fitSettings, listControls, acceptsImages } from './fit-settings.js';
import { NO_SETTINGS } from './settings.js';

const buildModel = (input: AcceptedInput) => ({ id: 'm', ownedBy: 'x', input });

const REASONING_MODEL = buildModel({
  unsupportedParameters: ['temperature', 'response_format'],
  efforts: ['low', 'high'],
  modalities: ['text'],
  maxOutputTokens: 4096,
});
const TEXT_MODEL = buildModel({
  unsupportedParameters: ['tools', 'reasoning', 'reasoning_effort'],
  maxOutputTokens: 8192,
});

describe('listControls', () => {
  it('returns all settings of the format for an unknown model', () => {
    const { parameters, efforts } = FORMATS.chat;
    const everything = { parameters, efforts, hasTools: true, hasSchema: true };
    expect(listControls(FORMATS.chat, [undefined])).toEqual(everything);
    expect(listControls(FORMATS.chat, [buildModel({})])).toEqual(everything);
  });

  it('leaves out what the model does not support', () => {
    const controls = listControls(FORMATS.chat, [REASONING_MODEL]);
    expect(controls).toMatchObject({
      efforts: ['low', 'high'],
      hasTools: true,
      hasSchema: false,
      maxTokens: 4096,
    });
    expect(controls.parameters).not.toContain('temperature');
    expect(controls.parameters).toContain('topP');
    expect(listControls(FORMATS.chat, [TEXT_MODEL])).toMatchObject({ efforts: [], hasTools: false });
  });

  it('returns settings that at least one model accepts', () => {
    expect(listControls(FORMATS.chat, [REASONING_MODEL, TEXT_MODEL])).toEqual({
      parameters: FORMATS.chat.parameters,
      efforts: ['low', 'high'],
      hasTools: true,
      hasSchema: true,
      maxTokens: 8192,
    });
    expect(listControls(FORMATS.chat, [REASONING_MODEL, undefined])).not.toHaveProperty('maxTokens');
  });
});

describe('fitSettings', () => {
  it('removes unsupported settings and applies the limit of tokens', () => {
    const settings = {
      ...NO_SETTINGS,
      temperature: 1,
      topP: 0.5,
      effort: 'max' as const,
      maxTokens: 10_000,
      stop: ['x'],
      schema: {},
    };
    expect(fitSettings(settings, listControls(FORMATS.chat, [REASONING_MODEL]))).toEqual({
      ...NO_SETTINGS,
      topP: 0.5,
      maxTokens: 4096,
      stop: ['x'],
    });
    expect(fitSettings(settings, listControls(FORMATS.chat, [undefined]))).toEqual(settings);
  });
});

describe('acceptsImages', () => {
  it('is true if every model accepts images or is unknown', () => {
    expect(acceptsImages([undefined, buildModel({}), buildModel({ modalities: ['text', 'image'] })])).toBe(
      true,
    );
    expect(acceptsImages([buildModel({}), REASONING_MODEL])).toBe(false);
  });
});
