import { defineCommand } from '../frame/command.js';
import { flag, list, text } from '../frame/options.js';

export const modelUpdateCommand = defineCommand({
  name: 'model update',
  summary:
    'bring what is known of models up to date, prices included; says what would change unless told to apply it',
  options: {
    from: list('<sources>', 'files or https addresses: our own form, that of models.dev, that of LiteLLM'),
    sha256: list('<hashes>', 'what the sources have to be; others are refused'),
    publicKey: text('<key>', 'an Ed25519 key, or its file: the sources have signatures by it beside them'),
    asOf: text('<date>', 'the day that the sources are from; today if left out'),
    reset: flag('go back to what came with this version'),
    apply: flag('do it, on every process within a second'),
  },
  examples: [
    {
      line: 'model update --from https://models.dev/api.json --from model_prices_and_context_window.json',
      what: 'What two public data sets would change:',
    },
    {
      line: 'model update --from models.json --sha256 9f86d081… --apply',
      what: 'A file that was looked at before:',
    },
    {
      line: 'model update --from https://example.com/models.json --public-key models.pem --apply',
      what: 'What somebody you trust has signed, in https://example.com/models.json.sig:',
    },
    { line: 'model update --reset --apply', what: 'Back to what came with this version:' },
  ],
  run: async ({ options }, output) => {
    const { runModelUpdate } = await import('./update-models.js');
    await runModelUpdate(options, output);
  },
});
