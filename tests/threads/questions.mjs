// A conversation as question, answers and remarks below each of them, the order of sites for questions.

/** The posts in order, each with its `remarks`: the question, the accepted answer, the others by their votes. */
export function posts({ comments }) {
  const nodes = comments.map((said, index) => ({ ...said, index, remarks: [] }));
  const isPost = (node) => node.index === 0 || (node.answers === 0 && !node.isRemark);
  for (const node of nodes) {
    if (isPost(node)) continue;
    let post = nodes[node.answers];
    while (!isPost(post)) post = nodes[post.answers];
    post.remarks.push(node);
  }
  const [question, ...others] = nodes.filter(isPost);
  const rank = ({ isAccepted, votes = 0 }) => (isAccepted ? 10_000 : votes);
  return { question, answers: others.sort((one, other) => rank(other) - rank(one)) };
}
