import json
import sys

from assay import Service

service = Service()  # SERVICE_API_KEY, SERVICE_API_URL
deal = service.submissions.create(name="First deal")
service.documents.upload(deal["id"], file=sys.argv[1])
service.submissions.process_and_wait(deal["id"])
card = service.submissions.scorecard(deal["id"])
metrics = {one["name"]: one["value"] for section in card["sections"] for one in section["metrics"]}
revenue = service.transactions.list(submission_id=deal["id"], metric="true_revenue")
print(json.dumps({"paper_grade": card["paper_grade"], "metrics": metrics, "revenue": [row["amount"] for row in revenue]}))
