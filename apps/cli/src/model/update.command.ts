import { defineCommand } from '../frame/command.js';
import { flag, list, text } from '../frame/options.js';

export const modelUpdateCommand = defineCommand({
  name: 'model update',
  summary: 'update model data, including prices; shows the changes unless --apply is set',
  options: {
    from: list('<sources>', 'files or https URLs in the format of Modelgate, models.dev or LiteLLM'),
    sha256: list('<hashes>', 'expected SHA-256 of the sources; others are rejected'),
    publicKey: text(
      '<key>',
      'an Ed25519 public key, or a file with it, to verify the .sig files of the sources',
    ),
    asOf: text('<date>', 'date of the sources (default: today)'),
    reset: flag('restore the model data of this version'),
    apply: flag('apply the changes'),
  },
  examples: [
    {
      line: 'model update --from https://models.dev/api.json --from model_prices_and_context_window.json',
      what: 'Preview the changes of two public data sets:',
    },
    {
      line: 'model update --from models.json --sha256 9f86d081… --apply',
      what: 'A file that you have reviewed:',
    },
    {
      line: 'model update --from https://example.com/models.json --public-key models.pem --apply',
      what: 'A signed source, with the signature in https://example.com/models.json.sig:',
    },
    { line: 'model update --reset --apply', what: 'Restore the model data of this version:' },
  ],
  run: async ({ options }, output) => {
    const { runModelUpdate } = await import('./update-models.js');
    await runModelUpdate(options, output);
  },
});
