/** Runs before the scripts of a page: records elements that move without any action of the user. */
export const WATCH_LAYOUT_SHIFT = `{
  const shifts = (window.layoutShifts = []);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifts.push(entry);
  }).observe({ type: 'layout-shift', buffered: true });
}`;

/** Runs in the page: the sum of all shifts (never less than the score of browsers), and the elements that moved most. */
export const LAYOUT_SHIFT = `({
  value: window.layoutShifts.reduce((sum, { value }) => sum + value, 0),
  sources: window.layoutShifts
    .toSorted((one, other) => other.value - one.value)
    .slice(0, 5)
    .map(({ value, sources }) => value.toFixed(3) + ' ' + sources.map(({ node, previousRect, currentRect }) =>
      (node?.nodeName ?? '?') + '.' + (node?.className ?? '').toString().slice(0, 60) + ' "' + (node?.textContent ?? '').slice(0, 30) + '" ' +
      [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(',')).join(' -> ')).join(' | ')),
})`;
