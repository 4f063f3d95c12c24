import { type ChannelTestView } from '#admin';
import { findNamed } from '../admin/find-named.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { printable } from '../frame/display-width.js';
import { text } from '../frame/options.js';
import { type Style } from '../frame/style.js';
import { CHANNELS } from './channels.js';

export const channelTestCommand = defineAdminCommand({
  name: 'channel test',
  summary: 'make the smallest real call to a channel; ends with 1 where it fails, and says what to do',
  args: [{ name: '<name>', description: 'its name, or its id' }],
  options: { model: text('<model>', 'one of its models, instead of the first that can be asked cheaply') },
  examples: [
    { line: 'channel test main', what: 'Is the key right?' },
    { line: 'channel test main --model gpt-5-mini', what: 'May the account use this model?' },
  ],
  run: async ({ args: [name = ''], options: { model } }, admin, output) => {
    const channel = await findNamed(admin, CHANNELS, name);
    const path = `${CHANNELS.path}/${channel.id}/test`;
    const result = (await admin.request('POST', path, { model })) as ChannelTestView;
    output.result(result, () => describeResult(channel.name, result, output.style));
    return result.ok ? exitCodes.success : exitCodes.failure;
  },
});

function describeResult(name: string, result: ChannelTestView, style: Style): string[] {
  const { ok, message, advice, duration_ms: durationMs } = result;
  const verdict = ok ? style.good(`${name} works`) : style.bad(`${name} does not work`);
  return [
    `${verdict} (${durationMs} ms): ${printable(message)}`,
    ...(advice === null ? [] : [printable(advice)]),
  ];
}
