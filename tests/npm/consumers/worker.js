import { extract, init } from 'pith-reader/html';

onmessage = async ({ data }) => {
  await init();
  postMessage(extract(...data));
};
