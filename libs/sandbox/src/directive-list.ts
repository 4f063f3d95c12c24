/** A directive with an example and its effect, for the docs. */
interface DescribedDirective {
  name: string;
  example: string;
  effect: string;
}

/** Grouped by purpose, the most common first. */
export const SANDBOX_DIRECTIVES: readonly DescribedDirective[] = [
  {
    name: 'status',
    example: '[[status=429; retry-after=2]]',
    effect:
      'Fails with that status (400 to 599) before the first byte, and sends a `retry-after` header if one is given.',
  },
  { name: 'delay', example: '[[delay=800]]', effect: 'Waits that many milliseconds before the first byte.' },
  {
    name: 'pace',
    example: '[[pace=50]]',
    effect: 'Waits that many milliseconds between the chunks of a stream.',
  },
  { name: 'words', example: '[[words=200]]', effect: 'A reply of that many words.' },
  {
    name: 'cut',
    example: '[[cut]]',
    effect: 'Half of a stream, then the upstream closes early; without a stream 502 `upstream_bad_response`.',
  },
  {
    name: 'garbage',
    example: '[[garbage]]',
    effect: 'Half of a stream, then a chunk that is not JSON; without a stream 502 `upstream_bad_response`.',
  },
  {
    name: 'stall',
    example: '[[stall]]',
    effect: 'Half of a stream, then silence; without a stream 504 `upstream_timeout`.',
  },
  {
    name: 'tool',
    example: '[[tool=get_weather {"city":"Oslo"}]]',
    effect:
      'Calls that tool. If no arguments are given, the sandbox generates some that match its schema. Several directives make parallel calls.',
  },
  { name: 'reasoning', example: '[[reasoning]]', effect: 'Reasoning before the reply.' },
  { name: 'refuse', example: '[[refuse]]', effect: 'No content, but a refusal.' },
  {
    name: 'length',
    example: '[[length]]',
    effect: 'Half of the reply, as if the token limit were reached.',
  },
  {
    name: 'filter',
    example: '[[filter]]',
    effect: 'Half of the reply, as if a content filter had ended it.',
  },
  { name: 'slow', example: '[[slow=20]]', effect: 'A video takes that many seconds.' },
  { name: 'fail', example: '[[fail]]', effect: 'The task of a video fails.' },
  { name: 'never', example: '[[never]]', effect: 'The task of a video never finishes.' },
  { name: 'badfile', example: '[[badfile]]', effect: 'Delivers a file that is not a video.' },
];
