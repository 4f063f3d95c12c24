export { ChildWatchdog } from './child-watchdog.js';
export { collectAtRest } from './collect-at-rest.js';
export { tellDatabase, withFollowingDatabase } from './following-database.js';
export { type LogLevel, LogLevelSwitch, tellLogLevel } from './log-level.js';
export { runService, type Service, type ServiceContext } from './run-service.js';
export { requireFreePort } from './start-faults.js';
export { type WatchdogLimits } from './watchdog-limits.js';
