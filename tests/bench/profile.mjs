// Breaks down the time of a detection with Chromium's profiler. It uses the shipped core with function names, so the
// core needs no timers. Times are wall-clock times. Compilation during a first call counts for the calling function,
// and makes up most of the rest.

/** Name of the contender's function. Everything outside its call belongs to the driver. */
const CALL = 'globalThis.pith';

/**
 * Steps, each with a pattern for the names of its functions in scripts and core. A sample counts for the outermost
 * matching function.
 */
const STEPS = {
  walk: /^collect$/,
  transfer: /^written[A-Z]|^pith::source::record::/,
  metadata: /^pith::metadata::metadata::/,
  signals: /^pith::select::signals::Signals::new::/,
  model: /^pith::select::model::/,
  rules: /^pith::select::rules::/,
  article: /^pith::article::|^(?:html|removed|summary)$/,
};
const REST = 'the rest';

/** Microseconds between samples. */
const INTERVAL = 100;

/** Returns the time in ms by step while `use` makes the page call Pith. */
export async function profiled(page, use) {
  const session = await page.createCDPSession();
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: INTERVAL });
  await session.send('Profiler.start');
  await use();
  const { profile } = await session.send('Profiler.stop');
  await session.detach();
  return byStep(profile);
}

function byStep({ nodes, samples, timeDeltas }) {
  const own = new Map();
  samples.forEach((id, index) => {
    own.set(id, (own.get(id) ?? 0) + timeDeltas[index] / 1_000);
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times = Object.fromEntries([...Object.keys(STEPS), REST].map((step) => [step, 0]));
  const open = [[nodes[0], null]];
  while (open.length > 0) {
    const [{ id, callFrame, children = [] }, above] = open.pop();
    let step = above;
    if (above === null && callFrame.functionName === CALL) step = REST;
    if (above === REST) step = Object.keys(STEPS).find((name) => STEPS[name].test(callFrame.functionName)) ?? REST;
    if (step !== null) times[step] += own.get(id) ?? 0;
    open.push(...children.map((child) => [byId.get(child), step]));
  }
  return times;
}
