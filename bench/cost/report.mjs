/** Prints each line of the table when it was measured. */

const WIDTHS = { name: 38, unit: 9, ours: 9, theirs: 9, beside: 15, ratio: 7, goal: 7, held: 5, busy: 5 };
const TITLES = {
  name: 'case',
  unit: 'unit',
  ours: 'gateway',
  theirs: 'beside',
  beside: '',
  ratio: 'ratio',
  goal: 'goal',
  held: 'held',
  busy: 'busy',
};

export function printTitle() {
  printLine(TITLES);
  console.log('-'.repeat(Object.values(WIDTHS).reduce((sum, width) => sum + width + 1, 0)));
}

/** `beside` names the system that the gateway is compared with, and `busy` is the used share of its core. */
export function printRow({
  name,
  unit,
  ours,
  theirs,
  beside = 'bare proxy',
  ratio,
  goal,
  isHeld,
  busy,
  note = '',
}) {
  printLine({
    name,
    unit,
    ours: toText(ours),
    theirs: toText(theirs),
    beside,
    ratio: ratio.toFixed(2),
    goal: typeof goal === 'number' ? goal.toFixed(2) : goal,
    held: isHeld ? 'yes' : 'NO',
    busy: busy === undefined ? '' : `${Math.round(busy * 100)}%`,
    note,
  });
}

function printLine({ note = '', ...cells }) {
  const line = Object.entries(WIDTHS).map(([key, width]) =>
    ['name', 'unit', 'beside'].includes(key) ? cells[key].padEnd(width) : cells[key].padStart(width),
  );
  console.log(`${line.join(' ')} ${note}`.trimEnd());
}

function toText(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
}
