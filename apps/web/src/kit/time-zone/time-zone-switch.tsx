import { SegmentedControl } from '../segmented-control.js';
import { buildTimeZone, chooseTimeZone } from './time-zone.js';
import { useTimeZone } from './use-time-zone.js';
import { ZONE_LABELS, describeZone } from './zone-clock.js';
import { Tooltip } from '../tooltip.js';

/** For all pages at once. */
export function TimeZoneSwitch() {
  const { choice } = useTimeZone();
  return (
    <Tooltip label={`Local time is ${describeZone(buildTimeZone('local'))}`}>
      <SegmentedControl
        size="xs"
        aria-label="Time zone"
        data={Object.entries(ZONE_LABELS).map(([value, label]) => ({ value, label }))}
        value={choice}
        onChange={(value) => chooseTimeZone(value === 'utc' ? 'utc' : 'local')}
      />
    </Tooltip>
  );
}
