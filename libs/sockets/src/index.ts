export { type Frame } from './frame.js';
export { FrameSocket } from './frame-socket.js';
export { openSocket } from './open-socket.js';
export { UpgradeRefused } from './upgrade-refused.js';
