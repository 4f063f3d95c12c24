const { createRequire } = require('node:module');

/** The sequencer that Jest itself would use. */
const Sequencer = createRequire(createRequire(require.resolve('jest')).resolve('@jest/core'))(
  '@jest/test-sequencer',
).default;

/** Begun last, each of these would be waited for alone. The longest first, as they took on two cores. */
const LONG_SUITES = [
  'test/processes/hostile-requests.full.spec.ts',
  'test/browser/console/every-page.full.spec.ts',
  'test/topology/topology.full.spec.ts',
  'test/upgrades/upgrades.full.spec.ts',
  'apps/cli/src/every-command.full.spec.ts',
  'test/admin/escalation-matrix.full.spec.ts',
  'test/processes/first-starts.full.spec.ts',
  'test/e2e/realtime/matrix.full.spec.ts',
  'test/processes/database-kills.full.spec.ts',
  'libs/embedded-postgres/src/later-start.full.spec.ts',
  'test/processes/watchdog.full.spec.ts',
  'test/admin/access-matrix.full.spec.ts',
  'apps/cli/src/keys/rotate.command.full.spec.ts',
  'test/browser/console/page-load.full.spec.ts',
  'test/browser/console/people.full.spec.ts',
  'test/processes/pgbouncer.full.spec.ts',
  'test/containers/image.full.spec.ts',
  'test/browser/console/chat.full.spec.ts',
  'test/browser/console/administration.full.spec.ts',
  'test/processes/backup-under-load.full.spec.ts',
  'test/processes/backup.full.spec.ts',
  'test/e2e/every-model/every-model.full.spec.ts',
  'test/browser/console/sign-in.full.spec.ts',
  'test/admin/admin-api.spec.ts',
  'test/e2e/background-responses/background-responses.full.spec.ts',
  'test/parity/tokens.spec.ts',
  'test/e2e/images/images.spec.ts',
  'test/e2e/video/channel-health.full.spec.ts',
  'test/e2e/video/api.spec.ts',
  'test/conformance/providers/text.spec.ts',
];

/** The same order on every machine, also on one that has not seen the suites before. */
class LongestFirst extends Sequencer {
  sort(tests) {
    const places = new Map(LONG_SUITES.map((path, index) => [path, index]));
    const getPlace = ({ path, context }) =>
      places.get(path.slice(context.config.rootDir.length + 1)) ?? LONG_SUITES.length;
    return tests.toSorted((a, b) => getPlace(a) - getPlace(b) || getSize(b) - getSize(a));
  }
}

function getSize({ path, context }) {
  return context.hasteFS.getSize(path) ?? 0;
}

module.exports = LongestFirst;
