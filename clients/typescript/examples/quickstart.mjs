import { Service } from 'assay-client'

const assay = new Service() // SERVICE_API_KEY, SERVICE_API_URL
const deal = await assay.submissions.create({ name: 'First deal' })
await assay.documents.upload(deal.id, { file: process.argv[2] })
await assay.submissions.processAndWait(deal.id)
const { paper_grade, sections } = await assay.submissions.scorecard(deal.id)
const metrics = Object.fromEntries(
  sections.flatMap((one) => one.metrics).map((one) => [one.name, one.value]),
)
const revenue = await assay.transactions
  .list({ submission_id: deal.id, metric: 'true_revenue' })
  .toArray()
console.log(JSON.stringify({ paper_grade, metrics, revenue: revenue.map((row) => row.amount) }))
